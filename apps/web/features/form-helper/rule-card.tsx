import { Button, Select, TagsInput, TextInput } from '@mantine/core'
import { IconServer, IconUpload } from '@tabler/icons-react'
import { isWritable } from '@weft/kit/define/form.ts'
import { verdictOf, type Validator, type Verdict } from '@weft/kit/define/validator.ts'
import { bothLanguages, defineMessages, languages, type Text } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, StatusDot } from '@weft/kit/ui/bits.tsx'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import s from './form-helper.module.css'
import { optionLabels, verdictTexts, verdictTones } from './option-labels.ts'

const texts = defineMessages({
  value: { en: 'Value', de: 'Wert' },
  name: { en: 'Example field', de: 'Beispielfeld' },
  choose: { en: 'Choose files', de: 'Dateien auswählen' },
  none: { en: 'No file chosen', de: 'Keine Datei ausgewählt' },
  options: { en: 'Options', de: 'Optionen' },
  examples: { en: 'Examples', de: 'Beispiele' },
  example: { en: 'Example {number}: {value}', de: 'Beispiel {number}: {value}' },
  empty: { en: '(empty)', de: '(leer)' },
  unfinished: { en: 'The options do not fit yet.', de: 'Die Optionen passen noch nicht.' },
  server: { en: 'Server: {verdict}', de: 'Server: {verdict}' },
  decides: { en: 'Function that decides', de: 'Funktion, die entscheidet' },
  even: { en: 'The number is even', de: 'Die Zahl ist gerade' },
  weft: { en: 'The text contains “Weft”', de: 'Der Text enthält „Weft“' },
  asks: { en: 'Rule the server applies', de: 'Regel, die der Server anwendet' },
  said: { en: 'What the server said', de: 'Was der Server gesagt hat' },
  validator: { en: 'Validator', de: 'Validator' },
  helper: { en: 'Form helper', de: 'Formularhilfe' },
})

type Values = Record<string, unknown>
type Judged = { verdict: Verdict; message?: Text }
type Props = { validator: Validator; helper: boolean; onVerdict: (key: string, verdict: Verdict) => void }

/** One rule to try: its value, its options, its examples, and what it says in both languages. */
export function RuleCard({ validator, helper, onVerdict }: Props) {
  const t = useTexts(texts)
  const words = useTexts(verdictTexts)
  const read = useLabel()
  const heading = useId()
  const [first] = validator.examples
  const [value, setValue] = useState<unknown>(first!.value)
  const [options, setOptions] = useState<Values>(() => (isWritable(validator) ? (first!.options as Values) : {}))
  const given = useMemo(
    () => (isWritable(validator) ? options : functionsOf(validator.key, options)),
    [validator, options],
  )
  const judged = useVerdict(validator, value, given, t.name())
  const there = useServer(validator, value, options, t.name())
  useEffect(() => {
    if (judged) onVerdict(validator.key, judged.verdict)
  }, [judged, validator.key, onVerdict])
  return (
    <section className={s['card']} aria-labelledby={heading}>
      <header className={s['head']}>
        <h2 id={heading}>{read(validator.labels.title)}</h2>
        <code>{validator.key}</code>
        <Badge tone={helper ? 'teal' : 'violet'}>{helper ? t.helper() : t.validator()}</Badge>
      </header>
      <ValueInput
        label={t.value()}
        value={value}
        isFile={validator.key === 'file'}
        invalid={judged?.verdict === 'Invalid'}
        onChange={setValue}
      />
      <Options validator={validator} options={options} onChange={setOptions} />
      <div className={s['verdict']} data-verdict={judged?.verdict ?? 'NotValidated'} role="status">
        <div className={s['line']}>
          <StatusDot tone={verdictTones[judged?.verdict ?? 'NotValidated']}>
            {words[judged?.verdict ?? 'NotValidated']()}
          </StatusDot>
          {there && (
            <span className={s['server']}>
              <IconServer size={13} aria-hidden />
              {t.server({ verdict: words[there.verdict]() })}
            </span>
          )}
        </div>
        {!judged && <p>{t.unfinished()}</p>}
        {judged?.message &&
          languages.map((language) => (
            <p key={language}>
              <abbr>{language.toUpperCase()}</abbr>
              <span lang={language}>{judged.message![language]}</span>
            </p>
          ))}
      </div>
      {isWritable(validator) && (
        <div className={s['examples']} role="group" aria-label={t.examples()}>
          {validator.examples.map((example, at) => {
            const shown = shortOf(example.value) || t.empty()
            return (
              <button
                key={at}
                type="button"
                className={s['example']}
                data-valid={example.valid}
                title={JSON.stringify(example.options)}
                aria-label={t.example({ number: at + 1, value: shown })}
                onClick={() => {
                  setValue(example.value)
                  setOptions(example.options as Values)
                }}
              >
                {shown}
              </button>
            )
          })}
        </div>
      )}
    </section>
  )
}

/** The verdict for what stands there now; undefined while the options do not fit. */
function useVerdict(validator: Validator, value: unknown, options: Values, name: string): Judged | undefined {
  const [judged, setJudged] = useState<Judged | undefined>({ verdict: 'NotValidated' })
  useEffect(() => {
    let gone = false
    if (!validator.options.safeParse(options).success) return setJudged(undefined)
    void verdictOf(validator, value, options, name).then(
      ({ verdict, message }) => !gone && setJudged({ verdict, ...(message && { message: bothLanguages(message) }) }),
      () => !gone && setJudged(undefined),
    )
    return () => {
      gone = true
    }
  }, [validator, value, options, name])
  return judged
}

/** What the server says of a value, asked when somebody has changed something and paused. */
function useServer(validator: Validator, value: unknown, options: Values, name: string): Judged | undefined {
  const [answer, setAnswer] = useState<Judged>()
  const touched = useRef(false)
  useEffect(() => {
    setAnswer(undefined)
    if (!isWritable(validator)) return undefined
    if (!touched.current) {
      touched.current = true
      return undefined
    }
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void api
        .post(
          '/validators/check',
          { rule: validator.key, value: value ?? null, options, name },
          { quiet: true, signal: stop.signal },
        )
        .then(
          ({ data }) => setAnswer(data),
          () => {},
        )
    }, 300)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [validator, value, options, name])
  return answer
}

function ValueInput({
  label,
  value,
  isFile,
  invalid,
  onChange,
}: {
  label: string
  value: unknown
  isFile: boolean
  invalid: boolean
  onChange: (value: unknown) => void
}) {
  const t = useTexts(texts)
  const input = useRef<HTMLInputElement>(null)
  if (isFile) {
    const files = Array.isArray(value) ? (value as File[]) : []
    return (
      <div className={s['files']}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUpload size={14} />}
          onClick={() => input.current?.click()}
        >
          {t.choose()}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t.choose()}
          onChange={(event) => {
            onChange([...(event.currentTarget.files ?? [])].map(({ name, size, type }) => ({ name, size, type })))
            event.currentTarget.value = ''
          }}
        />
        <span>{files.length === 0 ? t.none() : files.map(({ name, size }) => `${name} (${size})`).join(', ')}</span>
      </div>
    )
  }
  if (Array.isArray(value))
    return <TagsInput label={label} value={value.map(String)} onChange={onChange} error={invalid} />
  return (
    <TextInput
      label={label}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={invalid}
    />
  )
}

const remoteRules = ['email_address', 'digits', 'json'] as const

function Options({
  validator,
  options,
  onChange,
}: {
  validator: Validator
  options: Values
  onChange: (options: Values) => void
}) {
  const t = useTexts(texts)
  if (validator.key === 'callback')
    return (
      <Select
        label={t.decides()}
        value={String(options['decide'] ?? 'even')}
        data={[
          { value: 'even', label: t.even() },
          { value: 'weft', label: t.weft() },
        ]}
        allowDeselect={false}
        onChange={(decide) => onChange({ decide })}
      />
    )
  if (validator.key === 'remote')
    return (
      <Select
        label={t.asks()}
        value={String(options['ask'] ?? 'email_address')}
        data={[...remoteRules]}
        allowDeselect={false}
        onChange={(ask) => onChange({ ask })}
      />
    )
  if (validator.key === 'blank')
    return (
      <TextInput
        label={t.said()}
        value={String(options['said'] ?? '')}
        onChange={(event) => onChange({ said: event.currentTarget.value })}
      />
    )
  if (Object.keys(validator.options.shape).length === 0) return null
  return (
    <fieldset className={s['options']}>
      <legend>{t.options()}</legend>
      <SettingsForm
        schema={validator.options as z.ZodObject}
        labels={optionLabels}
        value={{ ...defaultsOf(validator), ...options }}
        onChange={(next) =>
          onChange(Object.fromEntries(Object.entries(next).filter(([, one]) => one !== undefined && one !== null)))
        }
        strict
      />
    </fieldset>
  )
}

const defaultsOf = (validator: Validator): Values =>
  Object.fromEntries(
    Object.entries(validator.options.shape).flatMap(([key, schema]) => {
      const tried = (schema as z.ZodType).safeParse(undefined)
      return tried.success && tried.data !== undefined ? [[key, tried.data]] : []
    }),
  )

/** The options of rules that only code can give, by what is chosen on the card. */
function functionsOf(key: string, options: Values): Values {
  if (key === 'callback')
    return {
      decide:
        options['decide'] === 'weft'
          ? (value: unknown) => String(value).includes('Weft')
          : (value: unknown) => Number(value) % 2 === 0,
    }
  if (key === 'blank')
    return options['said']
      ? { said: { text: { en: '{said}', de: '{said}' }, values: { said: String(options['said']) } } }
      : {}
  const rule = String(options['ask'] ?? 'email_address')
  return {
    ask: async (value: unknown) => {
      const { data } = await api.post('/validators/check', { rule, value }, { quiet: true })
      return {
        valid: data.verdict !== 'Invalid',
        ...(data.message && { message: { text: { en: '{en}', de: '{de}' }, values: data.message } }),
      }
    },
  }
}

function shortOf(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value
            .map((one) => (typeof one === 'object' && one !== null && 'name' in one ? String(one.name) : String(one)))
            .join(', ')
        : value === null || value === undefined
          ? ''
          : JSON.stringify(value)
  return text.trim() === '' && text !== '' ? JSON.stringify(text) : text.length > 28 ? `${text.slice(0, 27)}…` : text
}
