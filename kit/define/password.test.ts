import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { say } from '../messages/messages.ts'
import { passwordProblems, type PasswordRules } from './password.ts'

const rules: PasswordRules = { password_length: 12, password_letters: true, password_digits: false }
const problems = (password: string, more: Partial<PasswordRules> = {}, about: string[] = []) =>
  passwordProblems(password, { ...rules, ...more }, about).map((message) => say(message, 'en'))

test('a password needs its length, an upper-case and a lower-case letter', () => {
  assert.deepEqual(problems('Correct-Horse-1'), [])
  assert.deepEqual(problems('Blau Kiesel 7x'), [])
  assert.deepEqual(problems('Kiesel-7xQ'), ['The password must have 12 to 128 characters.'])
  assert.deepEqual(problems('kiesel-blau-strom'), ['The password needs an upper-case and a lower-case letter.'])
  assert.deepEqual(problems('Kiesel-Blau-Strom'.repeat(8)), ['The password must have 12 to 128 characters.'])
  assert.deepEqual(problems('Kiesel7xQ', { password_length: 8 }), [])
})

test('composition is a switch, and may ask for letters and digits', () => {
  assert.deepEqual(problems('kiesel-blau-strom', { password_letters: false }), [])
  assert.deepEqual(problems('Kiesel-Blau-Strom', { password_digits: true }), ['The password needs letters and digits.'])
  assert.deepEqual(problems('Kiesel-Blau-Strom-7', { password_digits: true }), [])
})

test('what everybody tries first is refused, however it is spelt', () => {
  const easy = ['This password is too easy to guess. Please choose another one.']
  for (const password of [
    'Password12345',
    'P@ssw0rd2026!!',
    'PasswortPasswort',
    'Qwertzuiop123',
    'AaaaaaaaaaaaA',
    'Abcdefghijklm',
    'Administrator1',
    'Willkommen2026',
    'Abcdefgh12345',
  ])
    assert.deepEqual(problems(password), easy, password)
  assert.deepEqual(problems('Nordlicht2026', {}, ['nora@nordlicht.example']), easy)
  assert.deepEqual(problems('Nora.Nielsen99', {}, ['nora@nordlicht.example', 'Nora Nielsen']), easy)
  assert.deepEqual(problems('Nordlicht-Kiesel-4', {}, ['nora@nordlicht.example']), [])
})

test('no text breaks the check, and what is random and long enough passes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ maxLength: 40 }),
      (password, about) => void passwordProblems(password, rules, [about]),
    ),
    { numRuns: 2_000 },
  )
  const sign = fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789')
  const random = fc
    .array(sign, { minLength: 16, maxLength: 16 })
    .filter((signs) => new Set(signs.join('').toLowerCase()).size > 9)
  fc.assert(fc.property(random, (signs) => assert.deepEqual(problems(signs.join(''), { password_letters: false }), [])))
})
