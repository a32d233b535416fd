import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as icons from '@weft/kit/ui/icons.ts'
import { exitsOf, type Element, type TransformBody } from '@weft/kit/define/element.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { z } from 'zod'
import { elements } from './all.ts'
import { bodies } from './all.server.ts'

const all: readonly Element[] = elements

for (const element of all) {
  for (const [i, { settings, takes, gives }] of (element.examples ?? []).entries())
    test(`${element.key} does what its example ${i + 1} shows`, async () => {
      const opened = await (element.body as TransformBody<unknown>).open(aStep(element.settings.parse(settings)))
      const { exits, rejected = [] } = await opened.batch(takes, 0)
      const all = { ...exits, rejected: rejected.map(({ record }) => record) }
      assert.deepEqual(Object.fromEntries(Object.entries(all).filter(([, records]) => records.length > 0)), gives)
    })

  test(`${element.key} is declared whole`, () => {
    assert.ok(element.kind === 'trigger' || element.body || element.key in bodies, 'has a body')
    assert.ok(element.icon in icons, `${element.icon} is one of kit/ui/icons.ts`)
    assert.deepEqual(
      Object.keys(element.labels.fields).sort(),
      Object.keys(element.settings.shape).sort(),
      'every setting has a label',
    )
    if (typeof element.exits !== 'function') for (const exit of element.exits) assert.match(exit, /^[a-z][a-z0-9_]*$/)
    if (element.kind === 'sink') assert.ok(element.effect, 'says what a repetition means')
    z.toJSONSchema(element.settings, { io: 'input', unrepresentable: 'any' })
  })
}

test('choices of a setting have a name each', () => {
  for (const element of all)
    for (const [key, schema] of Object.entries(element.settings.shape)) {
      const choices = choicesOf(schema as z.ZodType)
      const label = element.labels.fields[key]!
      if (choices && key !== 'method')
        assert.deepEqual(
          'options' in label ? Object.keys(label.options ?? {}).sort() : [],
          [...choices].sort(),
          `${element.key}.${key}`,
        )
    }
})

test('exits follow the settings', () => {
  const switchElement = all.find((element) => element.key === 'switch')!
  assert.deepEqual(
    exitsOf(
      switchElement,
      switchElement.settings.parse({ cases: [{ exit: 'large', rules: [{ field: 'x', operator: 'true' }] }] }),
    ),
    ['large', 'default', 'error'],
  )
})

type Inner = z.ZodType & { def: { innerType?: Inner; entries?: Record<string, string> } }
function choicesOf(schema: z.ZodType): string[] | undefined {
  const { def } = schema as Inner
  return def.entries ? Object.values(def.entries) : def.innerType ? choicesOf(def.innerType) : undefined
}
