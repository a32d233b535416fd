import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineElement } from '@weft/kit/define/element.ts'
import { z } from 'zod'
import { offersAt } from './complete.ts'

const read = defineElement({
  key: 'read_file',
  group: 'data',
  kind: 'source',
  icon: 'IconFile',
  inputs: ['in'],
  exits: ['out'],
  settings: z.strictObject({
    path: z.string(),
    format: z.enum(['csv', 'json']).default('csv'),
    header: z.boolean().default(true),
  }),
  labels: {
    title: { en: 'Read file', de: 'Datei lesen' },
    help: { en: '', de: '' },
    fields: {
      path: { en: 'Path', de: 'Pfad' },
      format: { en: 'Format', de: 'Format' },
      header: { en: 'Header', de: 'Kopfzeile' },
    },
  },
})
const catalogue = new Map([[read.key, read]])
const start = `weft: 1
steps:
  - id: read
    element: read_file
    label: Orders
    settings:
`
const at = (before: string, after = '') => offersAt(before, before + after, catalogue, 'de')
const labels = (before: string, after = '') => at(before, after)?.offers.map((offer) => offer.label)

test('behind element stand the elements with their titles', () => {
  assert.deepEqual(at('steps:\n  - id: a\n    element: re'), {
    typed: 2,
    offers: [{ label: 'read_file', detail: 'Datei lesen' }],
  })
})

test('inside settings stand the settings of the element above', () => {
  assert.deepEqual(at(`${start}      pa`), {
    typed: 2,
    offers: [
      { label: 'path', insert: 'path: ', detail: 'Pfad' },
      { label: 'format', insert: 'format: ', detail: 'Format' },
      { label: 'header', insert: 'header: ', detail: 'Kopfzeile' },
    ],
  })
})

test('behind a setting stand its choices', () => {
  assert.deepEqual(labels(`${start}      format: `), ['csv', 'json'])
  assert.deepEqual(labels(`${start}      header: t`), ['true', 'false'])
  assert.equal(labels(`${start}      path: in`), undefined)
})

test('inside a step stand its keys, at the margin those of the document', () => {
  assert.ok(labels(`${start}      path: x\n    on`)!.includes('on_error'))
  assert.deepEqual(labels('weft: 1\n'), ['label', 'description', 'parameters', 'steps', 'edges'])
})

test('ends of connections are ports of the steps there are', () => {
  assert.deepEqual(labels(`${start}      path: x\nedges:\n  - { from: re`), ['read.out', 'read.error'])
  assert.deepEqual(labels(`${start}      path: x\nedges:\n  - { from: read.out, to: `), ['read.in'])
})

test('behind two braces stand the configuration values, secrets with a lock and none with its value', () => {
  const configuration = [
    { name: 'shop.token', kind: 'secret', description: 'Key of the shop' },
    { name: 'shop.url', kind: 'text', description: '' },
  ]
  const before = `${start}      path: "{{ config.sh`
  assert.deepEqual(offersAt(before, before, catalogue, 'en', { configuration }), {
    typed: 9,
    offers: [
      { label: 'config.shop.token', detail: '🔒 Key of the shop' },
      { label: 'config.shop.url', detail: '' },
    ],
  })
})
