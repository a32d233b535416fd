import { MultiSelect, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { parametersOf } from '@weft/catalogue/resources/query/query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { QueryParameter } from './sql-text.ts'
import s from './query-editor.module.css'

const texts = defineMessages({
  parameters: { en: 'Parameters', de: 'Parameter' },
  found: { en: 'found in the text', de: 'im Text gefunden' },
  none: {
    en: 'Write :name in the text, and a field for its value stands here.',
    de: 'Schreiben Sie :name in den Text, dann steht hier ein Feld für den Wert.',
  },
  several: { en: 'Several values, as list', de: 'Mehrere Werte, als Liste' },
  json: { en: 'A value as JSON', de: 'Ein Wert als JSON' },
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
  raw: { en: 'Values as they were typed (JSON)', de: 'Werte, wie sie eingegeben wurden (JSON)' },
})

type Props = {
  parameters: readonly QueryParameter[]
  /** The values by name, as JSON. */
  value: string
  wrong: string | undefined
  onChange: (value: string) => void
}

/** The values a query asks for, each in a field of its own kind. */
export function Parameters({ parameters, value, wrong, onChange }: Props) {
  const t = useTexts(texts)
  const values = parametersOf(value)
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...others } = values ?? {}
    onChange(JSON.stringify(next === undefined ? others : { ...others, [name]: next }))
  }
  return (
    <section className={s['part']} aria-label={t.parameters()}>
      <h2>
        {t.parameters()} <small>{t.found()}</small>
      </h2>
      {parameters.length === 0 && <p className="muted">{t.none()}</p>}
      {values === undefined ? (
        <Textarea
          label={t.raw()}
          autosize
          value={value}
          error={wrong}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        parameters.map((parameter) => (
          <Value
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name]}
            onChange={(next) => set(parameter.name, next)}
          />
        ))
      )}
      {values !== undefined && wrong && (
        <p className={s['wrong']} role="alert">
          {wrong}
        </p>
      )}
    </section>
  )
}

type ValueProps = { parameter: QueryParameter; value: unknown; onChange: (value: unknown) => void }

function Value({ parameter: { name, kind, isList, values }, value, onChange }: ValueProps) {
  const t = useTexts(texts)
  const label = `:${name}`
  const props = { label, size: 'xs' as const, classNames: { label: 'mono' } }
  if (isList) {
    const list = (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(String)
    const take = (next: string[]) => onChange(kind === 'number' ? next.map(numberOrText) : next)
    return values.length > 0 ? (
      <MultiSelect {...props} description={t.several()} data={[...values]} value={list} onChange={take} searchable />
    ) : (
      <TagsInput {...props} description={t.several()} value={list} onChange={take} acceptValueOnBlur />
    )
  }
  if (value !== null && typeof value === 'object')
    return (
      <Textarea
        {...props}
        description={t.json()}
        autosize
        defaultValue={JSON.stringify(value)}
        onBlur={(event) => onChange(jsonOrText(event.currentTarget.value))}
      />
    )
  const text = value === undefined || value === null ? '' : String(value)
  const take = (next: string) => onChange(next === '' ? undefined : next)
  switch (kind) {
    case 'boolean':
      return (
        <Select
          {...props}
          data={[
            { value: 'true', label: t.yes() },
            { value: 'false', label: t.no() },
          ]}
          value={text || null}
          onChange={(next) => onChange(next === null ? undefined : next === 'true')}
          clearable
        />
      )
    case 'choice':
      return (
        <Select
          {...props}
          data={[...values]}
          value={text || null}
          onChange={(next) => onChange(next ?? undefined)}
          searchable
          clearable
        />
      )
    case 'number':
      return (
        <NumberInput
          {...props}
          value={text}
          onChange={(next) => onChange(next === '' ? undefined : numberOrText(String(next)))}
          hideControls
        />
      )
    case 'date':
      return (
        <TextInput
          {...props}
          type="date"
          value={text.slice(0, 10)}
          onChange={(event) => take(event.currentTarget.value)}
        />
      )
    case 'date_time':
      return (
        <TextInput
          {...props}
          type="datetime-local"
          value={text.slice(0, 16)}
          onChange={(event) => take(event.currentTarget.value)}
        />
      )
    case 'text':
      return <TextInput {...props} value={text} onChange={(event) => onChange(event.currentTarget.value)} />
  }
}

/** Large and long ones stay texts, which no number of JavaScript holds exactly. */
const numberOrText = (text: string) => (String(Number(text)) === text ? Number(text) : text)
function jsonOrText(text: string): unknown {
  return parametersOf(`{"value": ${text}}`)?.['value'] ?? text
}
