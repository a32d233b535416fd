import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankTab, changedTab, isChanged, keptTab, withoutTab, withTab } from './tabs.ts'

test('tabs are opened at the end, numbered while they have no name, and one is always there', () => {
  const first = blankTab([])
  const two = withTab({ tabs: [first], active: first.id }, blankTab([first]))
  assert.deepEqual(
    two.tabs.map(({ number }) => number),
    [1, 2],
  )
  assert.equal(two.active, two.tabs[1]!.id)
  const one = withoutTab(two, two.active)
  assert.deepEqual([one.tabs.length, one.active], [1, first.id])
  const none = withoutTab(one, first.id)
  assert.deepEqual([none.tabs.length, none.tabs[0]!.sql, none.active], [1, '', none.tabs[0]!.id])
})

test('a tab has changed when its text, its values or its chart are others than those that are kept', () => {
  const kept = { id: 'k', sql: 'select 1', parameters: '{}', chart: null }
  const tab = keptTab(kept, [])
  assert.equal(isChanged(tab, kept), false)
  const all = { tabs: [tab], active: tab.id }
  assert.equal(isChanged(changedTab(all, tab.id, { sql: 'select 2' }).tabs[0]!, kept), true)
  const chart = { type: 'bar' as const, across: 'a', value: 'b' }
  assert.equal(isChanged(changedTab(all, tab.id, { chart }).tabs[0]!, kept), true)
  assert.equal(isChanged(blankTab([]), undefined), false)
})
