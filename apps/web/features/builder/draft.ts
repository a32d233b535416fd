import { validators } from '@weft/catalogue/validators/all.ts'
import {
  comparesFields,
  formDefinition,
  isWritable,
  type FieldInputKind,
  type FormDefinition,
  type FormField,
} from '@weft/kit/define/form.ts'
import type { Validator } from '@weft/kit/define/validator.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  json: { en: 'This is no valid JSON: {reason}', de: 'Das ist kein gültiges JSON: {reason}' },
  rule: { en: 'There is no rule called “{rule}”.', de: 'Eine Regel namens „{rule}“ gibt es nicht.' },
  options: { en: 'The options of “{rule}” do not fit: {said}', de: 'Die Optionen von „{rule}“ passen nicht: {said}' },
})

export const allRules: readonly Validator[] = validators
/** Rules that can be written down; the others need a function, which only code can give. */
export const writableRules = allRules.filter(isWritable)

/** What a new builder shows, so that there is something to change. */
export const exampleForm = (): FormDefinition =>
  formDefinition.parse({
    title: { en: 'Supplier registration', de: 'Lieferantenanmeldung' },
    fields: [
      {
        name: 'company',
        label: { en: 'Company', de: 'Firma' },
        rules: [{ rule: 'required' }, { rule: 'max_length', options: { max: 100 } }],
      },
      {
        name: 'email',
        label: { en: 'E-mail addresses', de: 'E-Mail-Adressen' },
        help: { en: 'Several with comma or semicolon.', de: 'Mehrere mit Komma oder Semikolon.' },
        input: 'text',
        width: 'half',
        rules: [{ rule: 'required' }, { rule: 'email_address', options: { several: true } }],
      },
      {
        name: 'website',
        label: { en: 'Website', de: 'Webseite' },
        width: 'half',
        rules: [{ rule: 'uri', options: { protocols: ['https'] } }],
      },
      {
        name: 'country',
        label: { en: 'Country', de: 'Land' },
        input: 'select',
        choices: ['DE', 'AT', 'CH'],
        width: 'third',
        rules: [{ rule: 'required' }],
      },
      {
        name: 'employees',
        label: { en: 'Employees', de: 'Beschäftigte' },
        input: 'number',
        width: 'third',
        rules: [{ rule: 'natural_number' }],
      },
      { name: 'has_vat', label: { en: 'Has a VAT number', de: 'Hat eine USt-IdNr.' }, input: 'switch', width: 'third' },
      {
        name: 'vat_number',
        label: { en: 'VAT number', de: 'USt-IdNr.' },
        width: 'half',
        when: { field: 'has_vat', is: true },
        rules: [{ rule: 'required' }, { rule: 'regular_expression', options: { pattern: '^[A-Z]{2}[A-Z0-9]{8,12}$' } }],
      },
    ],
  })

/** A new field with a name nobody has yet. */
export function freshField(form: FormDefinition, input: FieldInputKind): FormField {
  let number = form.fields.length + 1
  while (form.fields.some(({ name }) => name === `field_${number}`)) number++
  return {
    name: `field_${number}`,
    label: { en: `Field ${number}`, de: `Feld ${number}` },
    input,
    choices: input === 'select' ? ['A', 'B'] : [],
    width: 'full',
    rules: [],
  }
}

/** What is wrong with a definition, as dotted place and sentence; also rules that do not exist and options that do not fit them. */
export function candidateProblems(candidate: unknown, language: Language): Record<string, string> {
  const parsed = formDefinition.safeParse(candidate)
  const problems: Record<string, string> = {}
  if (!parsed.success) {
    for (const { place, message } of issuePaths(parsed.error.issues)) problems[place] ??= say(message, language)
    return problems
  }
  parsed.data.fields.forEach((field, at) =>
    field.rules.forEach(({ rule, options }, number) => {
      const place = `fields.${at}.rules.${number}`
      const validator = writableRules.find(({ key }) => key === rule)
      if (!validator) return void (problems[place] = say(texts.rule({ rule }), language))
      const read = validator.options.safeParse(options)
      const [first] = read.success ? [] : issuePaths(read.error.issues)
      if (first && !comparesFields(validator))
        problems[place] = say(
          texts.options({ rule, said: `${first.place}: ${say(first.message, language)}` }),
          language,
        )
    }),
  )
  return problems
}

/** A definition from text, or why it is none. */
export function readForm(text: string, language: Language): { form: FormDefinition } | { problems: string[] } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { problems: [say(texts.json({ reason: (error as Error).message }), language)] }
  }
  const problems = Object.entries(candidateProblems(json, language)).map(([place, said]) =>
    place ? `${place}: ${said}` : said,
  )
  return problems.length > 0 ? { problems } : { form: formDefinition.parse(json) }
}

/** A definition as JSON without what says nothing. */
export const formJson = (form: FormDefinition) =>
  JSON.stringify(
    {
      title: form.title,
      fields: form.fields.map(({ choices, rules, width, ...field }) => ({
        ...field,
        ...(choices.length > 0 && { choices }),
        ...(width !== 'full' && { width }),
        ...(rules.length > 0 && {
          rules: rules.map(({ rule, options }) => ({ rule, ...(Object.keys(options).length > 0 && { options }) })),
        }),
      })),
    },
    null,
    2,
  )

const storedAt = 'weft.form_builder'

/** The form somebody was composing in this window, or the example. */
export function keptForm(): FormDefinition {
  try {
    const kept = formDefinition.safeParse(JSON.parse(sessionStorage.getItem(storedAt) ?? ''))
    return kept.success ? kept.data : exampleForm()
  } catch {
    return exampleForm()
  }
}
export const keepForm = (form: FormDefinition) => sessionStorage.setItem(storedAt, JSON.stringify(form))
