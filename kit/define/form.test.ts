import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { z } from 'zod'
import { formDefinition, formSource, judgeForm, ruledBy } from './form.ts'
import { defineValidator, type Validator } from './validator.ts'
import { issuePaths } from '../messages/issues.ts'
import { defineMessages, say } from '../messages/messages.ts'

const texts = defineMessages({
  even: { en: 'Please enter an even number.', de: 'Bitte geben Sie eine gerade Zahl ein.' },
})
const even = defineValidator({
  key: 'even',
  options: z.strictObject({ from: z.number().default(0) }),
  check: (value, { from }) => (Number(value) % 2 === 0 && Number(value) >= from ? undefined : texts.even()),
  labels: { title: { en: 'Even', de: 'Gerade' } },
  examples: [],
})
const rules: Validator[] = [even]
const text = (en: string) => ({ en, de: en })

test('a definition says what is wrong with it: a name twice, a selection without choices, a field that is not there', () => {
  const parsed = formDefinition.safeParse({
    title: text('Order'),
    fields: [
      { name: 'a', label: text('A') },
      { name: 'a', label: text('A'), input: 'select', when: { field: 'b', is: 'x' } },
    ],
  })
  assert.equal(parsed.success, false)
  assert.deepEqual(
    issuePaths(parsed.error!.issues).map(({ place, message }) => [place, say(message, 'de')]),
    [
      ['fields.1.name', 'Ein Feld mit diesem Namen gibt es schon.'],
      ['fields.1.choices', 'Eine Auswahl braucht mindestens einen Eintrag.'],
      ['fields.1.when', 'Ein Feld namens „b“ gibt es nicht.'],
    ],
  )
})

test('a field is Valid, Invalid, NotValidated or Ignored', async () => {
  const form = formDefinition.parse({
    title: text('Order'),
    fields: ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      label: text(name),
      rules: [{ rule: 'even' }],
      ...(name === 'd' && { when: { field: 'a', is: '4' } }),
    })),
  })
  const verdicts = await judgeForm(form, { a: '2', b: '3', d: '3' }, rules, { asked: (name) => name !== 'c' })
  assert.deepEqual(
    Object.values(verdicts).map(({ verdict }) => verdict),
    ['Valid', 'Invalid', 'NotValidated', 'Ignored'],
  )
  assert.equal((await judgeForm(form, { a: '4', d: '3' }, rules))['d']!.verdict, 'Invalid')
})

test('a rule of the catalogue is a check of a zod schema', () => {
  const schema = z.string().superRefine(ruledBy(even, { from: 2 }))
  assert.equal(schema.safeParse('4').success, true)
  const refused = schema.safeParse('1')
  assert.equal(say(issuePaths(refused.error!.issues)[0]!.message, 'de'), 'Bitte geben Sie eine gerade Zahl ein.')
})

const file = path.join(import.meta.dirname, `form-source-${process.pid}.ts`)
after(() => rmSync(file, { force: true }))

test('the source of a form is a program that judges as the form does', async () => {
  const form = formDefinition.parse({
    title: text('Plain order'),
    fields: [
      { name: 'name', label: text('Name') },
      { name: 'kind', label: text('Kind'), input: 'select', choices: ["it's", 'b'] },
      { name: 'amount', label: text('Amount'), input: 'number' },
      { name: 'sent', label: text('Sent'), input: 'switch' },
      { name: 'marks', label: text('Marks'), input: 'tags' },
    ],
  })
  writeFileSync(file, formSource(form, rules))
  const { plainOrder } = (await import(file)) as { plainOrder: z.ZodObject }
  assert.equal(plainOrder.safeParse({ name: 'x', kind: "it's", amount: 2, sent: true, marks: ['a'] }).success, true)
  assert.equal(plainOrder.safeParse({ kind: 'c' }).success, false)
  assert.equal(plainOrder.safeParse({ extra: 1 }).success, false)
})
