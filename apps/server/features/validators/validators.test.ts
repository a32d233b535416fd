import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { validators } from '@weft/catalogue/validators/all.ts'
import { formDefinition, formSource, isWritable, judgeForm } from '@weft/kit/define/form.ts'
import { verdictOf, type Validator } from '@weft/kit/define/validator.ts'
import { bothLanguages } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import { aServer, signedIn } from '../../testing.ts'

const all: readonly Validator[] = validators
const server = await aServer()
const headers = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const ask = async (path: string, payload: object) => {
  const answer = await server.app.inject({ method: 'POST', url: `/api/admin/validators/${path}`, headers, payload })
  return { status: answer.statusCode, body: answer.json() as any }
}

test('the server lists every rule with the schema of its options', async () => {
  const { data } = (await server.app.inject({ url: '/api/admin/validators', headers })).json() as {
    data: { key: string; options: { properties: object } | null }[]
  }
  assert.deepEqual(
    data.map(({ key }) => key),
    all.map(({ key }) => key),
  )
  assert.deepEqual(Object.keys(data.find(({ key }) => key === 'ip')!.options!.properties), ['v4', 'v6'])
  assert.deepEqual(
    data.filter(({ options }) => options === null).map(({ key }) => key),
    ['blank', 'callback', 'remote'],
  )
})

test('server and browser say the same of every example of every rule', async () => {
  for (const validator of all.filter(isWritable))
    for (const { value, options } of validator.examples) {
      const here = await verdictOf(validator, value, options, 'Field')
      const { status, body } = await ask('check', { rule: validator.key, value: value ?? null, options, name: 'Field' })
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(
        body.data,
        { verdict: here.verdict, ...(here.message && { message: bothLanguages(here.message) }) },
        `${validator.key} of ${JSON.stringify(value)}`,
      )
    }
})

test('a rule there is not, one that needs a function, and options that do not fit are refused', async () => {
  for (const rule of ['no_such', 'callback', 'remote'])
    assert.equal((await ask('check', { rule, value: 1 })).status, 404)
  const wrong = await ask('check', { rule: 'min_length', value: 'a', options: { min: -1 } })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['options.min']])
  const pattern = await ask('check', { rule: 'regular_expression', value: 'a', options: { pattern: '(?=a)+' } })
  assert.deepEqual([pattern.status, Object.keys(pattern.body.errors)], [422, ['options.pattern']])
})

test('a whole form is judged by the server as by the browser: valid, invalid, ignored', async () => {
  const text = (en: string) => ({ en, de: en })
  const form = formDefinition.parse({
    title: text('Order'),
    fields: [
      {
        name: 'email',
        label: text('E-mail'),
        rules: [{ rule: 'required' }, { rule: 'email_address', options: { several: true } }],
      },
      {
        name: 'password',
        label: text('Password'),
        input: 'password',
        rules: [{ rule: 'min_length', options: { min: 12 } }],
      },
      {
        name: 'again',
        label: text('Again'),
        input: 'password',
        rules: [{ rule: 'identical', options: { other: 'password' } }],
      },
      { name: 'company', label: text('Company'), input: 'switch' },
      { name: 'vat', label: text('VAT'), rules: [{ rule: 'required' }], when: { field: 'company', is: true } },
    ],
  })
  const values = { email: 'a@b.de; c@d', password: 'Correct-Horse-1', again: 'Correct-Horse-2', company: false }
  const { body } = await ask('check_form', { form, values })
  assert.deepEqual(
    Object.fromEntries(Object.entries(body.data).map(([name, one]: [string, any]) => [name, [one.verdict, one.rule]])),
    {
      email: ['Invalid', 'email_address'],
      password: ['Valid', undefined],
      again: ['Invalid', 'identical'],
      company: ['Valid', undefined],
      vat: ['Ignored', undefined],
    },
  )
  const here = await judgeForm(form, values, all)
  assert.deepEqual(Object.keys(here), Object.keys(body.data))
  for (const [name, { verdict, message }] of Object.entries(here))
    assert.deepEqual([body.data[name].verdict, body.data[name].message], [verdict, message && bothLanguages(message)])
  assert.equal((await judgeForm(form, values, all, { asked: () => false }))['email']!.verdict, 'NotValidated')
})

const file = path.join(import.meta.dirname, `form-source-${process.pid}.ts`)
after(() => rmSync(file, { force: true }))

test('the zod source of a form with rules is a program that judges as the form does, fields against each other included', async () => {
  const text = (en: string) => ({ en, de: en })
  const form = formDefinition.parse({
    title: text('Sign up'),
    fields: [
      { name: 'email', label: text('E-mail'), rules: [{ rule: 'required' }, { rule: 'email_address' }] },
      {
        name: 'port',
        label: text('Port'),
        input: 'number',
        rules: [{ rule: 'between', options: { min: 1, max: 65535 } }],
      },
      {
        name: 'password',
        label: text('Password'),
        rules: [{ rule: 'required' }, { rule: 'regular_expression', options: { pattern: "^[^']{3,}$" } }],
      },
      { name: 'again', label: text('Again'), rules: [{ rule: 'identical', options: { other: 'password' } }] },
    ],
  })
  writeFileSync(file, formSource(form, all))
  const { signUp } = (await import(file)) as { signUp: z.ZodObject }
  const right = { email: 'a@b.de', port: 80, password: 'abc', again: 'abc' }
  assert.equal(signUp.safeParse(right).success, true)
  for (const [name, value] of [
    ['email', 'a@b'],
    ['email', ''],
    ['port', 0],
    ['password', "a'c"],
    ['again', 'abd'],
  ] as const) {
    const values = { ...right, [name]: value }
    const { error } = signUp.safeParse(values)
    const wrong = Object.entries(await judgeForm(form, values, all))
      .filter(([, { verdict }]) => verdict === 'Invalid')
      .map(([field]) => field)
    assert.deepEqual([...new Set(error!.issues.map(({ path }) => path[0]))], wrong, `${name} ${value}`)
  }
})
