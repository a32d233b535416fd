import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationAt, nameAt, withNameAt } from './name-at.ts'

/** The cursor stands at the bar. */
const at = (text: string) => nameAt(text.replace('|', ''), text.indexOf('|'))?.typed
const chosen = (text: string, name: string) => {
  const plain = text.replace('|', '')
  const { text: written, cursor } = withNameAt(plain, nameAt(plain, text.indexOf('|'))!, name)
  return `${written.slice(0, cursor)}|${written.slice(cursor)}`
}

test('behind two braces a value can be named, as far as it is typed', () => {
  assert.deepEqual(['{{|', '{{ |', '{{ con|', 'a {{ config.|', '{{ order.nu|', '{{config.a| }} b'].map(at), [
    '',
    '',
    'con',
    'config.',
    'order.nu',
    'config.a',
  ])
})

test('nor outside of braces, nor where a filter is named or another name stands before', () => {
  for (const text of ['|', 'config.|', '{{ order }} |', '{ config.|', '{{ a config.|'])
    assert.equal(at(text), undefined)
  assert.equal(nameAt('{{ order | c', 12), undefined)
})

test('it can be the argument of a filter', () => {
  assert.equal(nameAt('{{ order | default: config.sh', 29)?.typed, 'config.sh')
})

test('a configuration value can be named where nothing else is begun', () => {
  assert.deepEqual(
    ['{{ ', '{{ con', '{{ config.a', '{{ order'].map((text) => configurationAt(text, text.length)?.typed),
    ['', 'con', 'config.a', undefined],
  )
})

test('choosing one writes it whole, closes the braces where they are open, and goes on behind them', () => {
  assert.equal(chosen('Bearer {{|', 'config.shop.token'), 'Bearer {{ config.shop.token }}|')
  assert.equal(chosen('Bearer {{ config.|', 'config.shop.token'), 'Bearer {{ config.shop.token }}|')
  assert.equal(chosen('{{ config.sh|op.other }}/x', 'config.shop.token'), '{{ config.shop.token }}|/x')
  assert.equal(chosen('{{or|}}', 'order.number'), '{{ order.number }}|')
  const piped = '{{ or | url }}'
  assert.equal(withNameAt(piped, nameAt(piped, 5)!, 'order').text, '{{ order | url }}')
})
