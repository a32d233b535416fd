import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { commonVariables } from '@weft/kit/define/mail.ts'
import { templateNames, parseTemplate } from '@weft/kit/define/template.ts'
import { mails } from './all.ts'

test('the list names every file of the folder', () => {
  const files = readdirSync(import.meta.dirname)
    .filter((file) => !file.startsWith('all.') && !file.endsWith('.test.ts'))
    .map((file) => file.replace('.ts', '').replaceAll('-', '_'))
  assert.deepEqual(
    mails.map((mail) => mail.name),
    files.toSorted(),
  )
})

for (const mail of mails)
  test(`${mail.name} speaks in both languages of what it is given, and of nothing else`, () => {
    const known = new Set([...Object.keys(mail.variables), ...Object.keys(commonVariables)])
    for (const language of ['en', 'de'] as const) {
      const names = [mail.subject[language], mail.body[language]].flatMap((text) => templateNames(parseTemplate(text)))
      assert.deepEqual(
        names.filter((name) => !known.has(name)),
        [],
      )
      assert.ok(mail.labels.title[language] && mail.labels.help[language])
    }
    const used = (['en', 'de'] as const).map(
      (language) =>
        new Set([mail.subject[language], mail.body[language]].flatMap((text) => templateNames(parseTemplate(text)))),
    )
    assert.deepEqual([...used[0]!].toSorted(), [...used[1]!].toSorted())
    assert.equal(mail.subject.en.includes('\n') || mail.subject.de.includes('\n'), false)
  })
