import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configValue } from '@weft/catalogue/resources/config-value/config-value.ts'
import { note } from '@weft/catalogue/resources/note/note.ts'
import { project } from '@weft/catalogue/resources/project/project.ts'
import { role } from '@weft/catalogue/resources/role/role.ts'
import { textTemplate } from '@weft/catalogue/resources/text-template/text-template.ts'
import { user } from '@weft/catalogue/resources/user/user.ts'
import { workflowToken } from '@weft/catalogue/resources/workflow-token/workflow-token.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { validate } from '@weft/kit/ui/form/validate.ts'

type Label = Record<Language, string>
type Declared = { draft: Parameters<typeof validate>[0]; labels: { fields: Record<string, Label | { label: Label }> } }

const nameOf = (label: Label | { label: Label }) => ('label' in label ? (label.label as Label) : label)

/** What the form of a resource says when these fields are left empty. */
function said({ draft, labels }: Declared, language: Language, ...fields: string[]) {
  const names = Object.fromEntries(fields.map((field) => [field, nameOf(labels.fields[field]!)[language]]))
  const complaints = validate(draft, Object.fromEntries(fields.map((field) => [field, ''])), language, names)
  return fields.map((field) => complaints[field])
}

test('forms say by its label what is required.', () => {
  assert.deepEqual(said(user, 'en', 'first_name', 'last_name'), ['First name is required.', 'Last name is required.'])
  assert.deepEqual(said(project, 'en', 'name'), ['Name is required.'])
  assert.deepEqual(said(note, 'en', 'title', 'note'), ['Title is required.', 'Note is required.'])
  assert.deepEqual(said(role, 'en', 'display_name'), ['Display name is required.'])
  assert.deepEqual(said(role, 'de', 'display_name'), ['Anzeigename ist ein Pflichtfeld.'])
  assert.deepEqual(said(textTemplate, 'en', 'label'), ['Name is required.'])
  assert.deepEqual(said(configValue, 'en', 'name'), ['Technical name is required.'])
  assert.deepEqual(said(workflowToken, 'de', 'name'), ['Name ist ein Pflichtfeld.'])
  assert.deepEqual(said(user, 'de', 'first_name', 'last_name'), [
    'Vorname ist ein Pflichtfeld.',
    'Nachname ist ein Pflichtfeld.',
  ])
})

test('a text that is too long or too short says how many characters it may have', () => {
  assert.match(validate(project.draft, { name: 'x'.repeat(192) }, 'en')['name']!, /191 characters/)
  assert.match(validate(project.draft, { name: 'x'.repeat(192) }, 'de')['name']!, /191 Zeichen/)
})
