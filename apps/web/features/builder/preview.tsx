import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import {
  judgeForm,
  type FieldVerdict,
  type FieldWidth,
  type FormDefinition,
  type FormField,
} from '@weft/kit/define/form.ts'
import { isEmpty } from '@weft/kit/define/compare.ts'
import { bothLanguages, defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { FieldInput } from '@weft/kit/ui/form/field-input.tsx'
import type { FieldResult } from '@weft/kit/ui/form/validate.ts'
import { ResultMark, resultTexts } from '@weft/kit/ui/form/result-mark.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { PictureInput } from '@weft/kit/ui/picture-input.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import s from './builder.module.css'
import { allRules } from './draft.ts'

const texts = defineMessages({
  check: { en: 'Send for checking', de: 'Zur Prüfung senden' },
  again: { en: 'Empty the form', de: 'Formular leeren' },
  invalid: {
    en: 'The data provided was invalid. Please correct the fields marked in red.',
    de: 'Die Angaben sind ungültig. Bitte korrigieren Sie die rot markierten Felder.',
  },
  valid: { en: 'The server finds all fields in order.', de: 'Der Server findet alle Felder in Ordnung.' },
  same: { en: 'Server and browser judge every field alike.', de: 'Server und Browser beurteilen jedes Feld gleich.' },
  chooseFiles: { en: 'Choose files', de: 'Dateien auswählen' },
  choose: { en: 'Choose files for {label}', de: 'Dateien für {label} auswählen' },
  none: { en: 'No file chosen', de: 'Keine Datei ausgewählt' },
  results: { en: 'Results', de: 'Ergebnisse' },
})

type Values = Record<string, unknown>
type ServerVerdict = Omit<FieldVerdict, 'message'> & { message?: Text }
const span: Record<FieldWidth, number> = { full: 12, half: 6, third: 4 }
const resultOf = { Valid: 'valid', Invalid: 'invalid', NotValidated: 'not_validated', Ignored: 'ignored' } as const

/** The form as its users will see it: judged while typing, and by the server when it is sent. */
export function Preview({
  form,
  selected,
  onSelect,
}: {
  form: FormDefinition
  selected: string
  onSelect: (name: string) => void
}) {
  const t = useTexts(texts)
  const words = useTexts(resultTexts)
  const read = useLabel()
  const language = useLanguage()
  const [values, setValues] = useState<Values>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState(false)
  const [verdicts, setVerdicts] = useState<Record<string, FieldVerdict>>({})
  const [server, setServer] = useState<Record<string, ServerVerdict> | string>()
  useEffect(() => {
    let gone = false
    void judgeForm(form, values, allRules, { language, asked: (name) => sent || left.has(name) }).then(
      (next) => !gone && setVerdicts(next),
    )
    return () => {
      gone = true
    }
  }, [form, values, left, sent, language])

  const change = (name: string, value: unknown) => {
    setValues((before) => ({ ...before, [name]: value }))
    setLeft((before) => new Set([...before, name]))
    setServer(undefined)
  }
  const send = async () => {
    setSent(true)
    try {
      const { data } = await api.post('/validators/check_form', { form, values }, { quiet: true })
      setServer(data)
    } catch (error) {
      setServer(error instanceof ApiError ? error.message : String(error))
    }
  }
  const found = typeof server === 'object' ? Object.values(server) : []
  const isRefused = found.some(({ verdict }) => verdict === 'Invalid')
  const results = form.fields.map(({ name }): FieldResult => resultOf[verdicts[name]?.verdict ?? 'NotValidated'])
  const isSame =
    found.length > 0 &&
    form.fields.every(
      ({ name }) => verdicts[name]?.verdict === (server as Record<string, ServerVerdict>)[name]?.verdict,
    )
  return (
    <form
      className={s['preview']}
      noValidate
      aria-label={read(form.title)}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2 className={s['formTitle']}>{read(form.title)}</h2>
      {typeof server === 'string' && <Note tone="red">{server}</Note>}
      {found.length > 0 && (
        <div role={isRefused ? 'alert' : 'status'}>
          <Note tone={isRefused ? 'red' : 'green'}>
            {isRefused ? t.invalid() : t.valid()} {isSame && t.same()}
          </Note>
        </div>
      )}
      <div className={s['grid']}>
        {form.fields.map((field) => {
          const verdict = verdicts[field.name]
          if (verdict?.verdict === 'Ignored' && field.when) return null
          const complaint = verdict?.message ? bothLanguages(verdict.message)[language] : undefined
          return (
            <div
              key={field.name}
              className={s['cell']}
              style={{ gridColumn: `span ${span[field.width]}` }}
              data-selected={field.name === selected || undefined}
              onFocus={() => onSelect(field.name)}
            >
              {field.input === 'picture' ? (
                <Picture field={field} complaint={complaint} onChange={(value) => change(field.name, value)} />
              ) : field.input === 'file' ? (
                <Files
                  field={field}
                  value={values[field.name]}
                  complaint={complaint}
                  onChange={(value) => change(field.name, value)}
                />
              ) : (
                <FieldInput
                  name={field.name}
                  schema={schemaOf(field)}
                  label={{ label: field.label, ...(field.help && { help: field.help }) }}
                  value={values[field.name]}
                  errors={complaint ? { [field.name]: complaint } : {}}
                  result={resultOf[verdict?.verdict ?? 'NotValidated']}
                  onBlur={() => setLeft((before) => new Set([...before, field.name]))}
                  onChange={(value) => change(field.name, value)}
                />
              )}
            </div>
          )
        })}
      </div>
      <div className={s['foot']}>
        <ul className={s['results']} aria-label={t.results()}>
          {(['valid', 'invalid', 'not_validated', 'ignored'] as const).map((result) => (
            <li key={result} title={words[result]()}>
              <ResultMark result={result} />
              <b>{results.filter((one) => one === result).length}</b>
            </li>
          ))}
        </ul>
        <Button
          variant="subtle"
          type="button"
          onClick={() => {
            setValues({})
            setLeft(new Set())
            setSent(false)
            setServer(undefined)
          }}
        >
          {t.again()}
        </Button>
        <Button type="submit">{t.check()}</Button>
      </div>
    </form>
  )
}

/** The field as the product's own inputs know one. */
function schemaOf({ input, choices, rules, label }: FormField): z.ZodType {
  const isRequired = rules.some(({ rule }) => rule === 'required' || rule === 'not_empty')
  const base: Record<FormField['input'], () => z.ZodType> = {
    text: () => z.string(),
    long_text: () => z.string().meta({ input: 'long_text' }),
    email: () => z.string().meta({ input: 'email' }),
    password: () => z.string().meta({ input: 'password' }),
    number: () => z.number(),
    date: () => z.string().meta({ input: 'date' }),
    select: () => z.enum(choices.length > 0 ? (choices as [string, ...string[]]) : [label.en]),
    tags: () => z.array(z.string()),
    switch: () => z.boolean(),
    file: () => z.unknown(),
    picture: () => z.unknown(),
  }
  const schema = base[input]()
  if (!isRequired) return schema.optional()
  return input === 'tags'
    ? z.array(z.string()).min(1)
    : ['text', 'long_text', 'email', 'password', 'date'].includes(input)
      ? z
          .string()
          .min(1)
          .meta({ ...schema.meta() })
      : schema
}

function Picture({
  field,
  complaint,
  onChange,
}: {
  field: FormField
  complaint: string | undefined
  onChange: (value: unknown) => void
}) {
  const read = useLabel()
  return (
    <div className={s['files']}>
      <span className={s['filesLabel']}>{read(field.label)}</span>
      <PictureInput
        label={read(field.label)}
        error={complaint}
        onPicture={(file) => onChange(file ? [{ name: file.name, size: file.size, type: file.type }] : [])}
      />
    </div>
  )
}

function Files({
  field,
  value,
  complaint,
  onChange,
}: {
  field: FormField
  value: unknown
  complaint: string | undefined
  onChange: (value: unknown) => void
}) {
  const t = useTexts(texts)
  const read = useLabel()
  const input = useRef<HTMLInputElement>(null)
  const files = (isEmpty(value) ? [] : value) as { name: string }[]
  const label = t.choose({ label: read(field.label) })
  return (
    <div className={s['files']}>
      <span className={s['filesLabel']}>{read(field.label)}</span>
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUpload size={14} />}
          aria-label={label}
          onClick={() => input.current?.click()}
        >
          {t.chooseFiles()}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={label}
          onChange={(event) => {
            onChange([...(event.currentTarget.files ?? [])].map(({ name, size, type }) => ({ name, size, type })))
            event.currentTarget.value = ''
          }}
        />
        <span>{files.length === 0 ? t.none() : files.map(({ name }) => name).join(', ')}</span>
      </div>
      {complaint && <p className={s['complaint']}>{complaint}</p>}
    </div>
  )
}
