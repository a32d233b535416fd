import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Element, TransformBody } from '@weft/kit/define/element.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import * as icons from '@weft/kit/ui/icons.ts'

const text = readFileSync(path.join(import.meta.dirname, 'adding-an-item.md'), 'utf8')

test('the element of the page does what its example shows', async () => {
  const folder = path.join(import.meta.dirname, '.adding-an-item')
  mkdirSync(folder, { recursive: true })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'round-number.ts')
  writeFileSync(file, /```ts\n(.*?)```/s.exec(text)![1]!)
  const { roundNumber } = (await import(file)) as { roundNumber: Element }
  assert.ok(roundNumber.icon in icons)
  const { settings, takes } = roundNumber.examples![0]!
  const opened = await (roundNumber.body as TransformBody<unknown>).open(aStep(roundNumber.settings.parse(settings)))
  const { exits, rejected } = await opened.batch(takes, 0)
  assert.deepEqual(exits, { out: [{ price: '2.3' }, { price: null }] })
  assert.deepEqual(
    rejected!.map(({ record, reason }) => [record, reason.text.de]),
    [[{ price: 'about two' }, 'Hier steht keine Zahl.']],
  )
})
