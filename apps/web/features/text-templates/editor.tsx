import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { EntryOf } from '@weft/kit/contracts/client.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { filterNames, TemplateError } from '@weft/kit/define/template.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { givenFields, givenNames, givenVariables, unknownIn, type Given } from '@weft/kit/text-templates/given.ts'
import type { TemplateKind, TemplateVariable } from '@weft/kit/text-templates/kinds.ts'
import { tagNames } from '@weft/kit/text-templates/language.ts'
import { parseTextTemplate } from '@weft/kit/text-templates/text-template.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { CodeEditor, type CodeEditorHandle } from '@weft/kit/ui/code-editor.tsx'
import { Columns } from '@weft/kit/ui/columns.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useEntry } from '@weft/kit/ui/resource-form.tsx'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { TemplateInput, TemplateValues, type TemplateValue } from '@weft/kit/ui/template-input.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useConfigurationNames } from '../workflows/mode/use-configuration-offer.ts'
import s from './editor.module.css'

const texts = defineMessages({
  templates: { en: 'Text templates', de: 'Textvorlagen' },
  gone: { en: 'There is no such text template', de: 'Diese Textvorlage gibt es nicht' },
  text: { en: 'Text', de: 'Text' },
  kind_text: { en: 'Plain text', de: 'Reiner Text' },
  kind_html: { en: 'HTML', de: 'HTML' },
  kind_mail: { en: 'E-mail', de: 'E-Mail' },
  kind_xml: { en: 'XML', de: 'XML' },
  kind_json: { en: 'JSON', de: 'JSON' },
  kind_csv: { en: 'CSV', de: 'CSV' },
  values: { en: 'Values', de: 'Werte' },
  fields: {
    en: 'The fields of “{structure}”; a click puts one where the cursor is.',
    de: 'Die Felder von „{structure}“; ein Klick setzt eines an die Stelle der Schreibmarke.',
  },
  json: {
    en: 'The template has no data structure. Try it with values of your own, as JSON.',
    de: 'Die Vorlage hat keine Datenstruktur. Probieren Sie sie mit eigenen Werten, als JSON.',
  },
  notJson: {
    en: 'This is no JSON object, such as \'{\'"name": "Ada"\'}\'.',
    de: 'Das ist kein JSON-Objekt wie \'{\'"name": "Ada"\'}\'.',
  },
  configured: { en: 'Configuration', de: 'Konfiguration' },
  now: { en: 'Date and time', de: 'Datum und Uhrzeit' },
  preview: { en: 'Preview', de: 'Vorschau' },
  record: { en: 'Record {number} of {total}', de: 'Datensatz {number} von {total}' },
  none: {
    en: 'The data structure holds no records yet; values are empty.',
    de: 'Die Datenstruktur enthält noch keine Datensätze; Werte sind leer.',
  },
  before: { en: 'Previous record', de: 'Vorheriger Datensatz' },
  next: { en: 'Next record', de: 'Nächster Datensatz' },
  save: { en: 'Save', de: 'Speichern' },
  pdf: { en: 'As PDF', de: 'Als PDF' },
  variables: { en: 'Variables', de: 'Variablen' },
  variablesNote: {
    en: 'What the text is given beside the fields. The sample is what the preview shows; lists and objects as JSON.',
    de: 'Was der Text neben den Feldern bekommt. Das Beispiel zeigt die Vorschau; Listen und Objekte als JSON.',
  },
  name: { en: 'Name of the variable', de: 'Name der Variable' },
  badName: {
    en: 'Letters, digits and underscores, not beginning with a digit.',
    de: 'Buchstaben, Ziffern und Unterstriche, am Anfang keine Ziffer.',
  },
  type: { en: 'Type', de: 'Typ' },
  sample: { en: 'Sample', de: 'Beispiel' },
  add: { en: 'Add variable', de: 'Variable hinzufügen' },
  remove: { en: 'Remove {name}', de: '{name} entfernen' },
  type_text: { en: 'Text', de: 'Text' },
  type_number: { en: 'Number', de: 'Zahl' },
  type_date: { en: 'Date', de: 'Datum' },
  type_yes_no: { en: 'Yes or no', de: 'Ja oder nein' },
  type_list: { en: 'List', de: 'Liste' },
  type_object: { en: 'Object', de: 'Objekt' },
})

const home = '/project/text-templates'
type TextTemplate = EntryOf<`/text_templates/${string}`>
type Structure = EntryOf<`/data_structures/${string}`>
type Values = Record<string, unknown>
const words = { tags: tagNames, filters: filterNames }

/** A text template beside what it says of a record of its data structure, rendered by the server that workflows use. */
export function TextTemplateEditorScreen() {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const entry = useEntry(`/text_templates/${id}`)
  const structure_id = entry.data?.row.data_structure_id
  const structure = useEntry(structure_id ? `/data_structures/${structure_id}` : undefined)
  const crumbs = [{ title: t.templates(), to: home }]
  if (entry.error) return <Page title={t.gone()} crumbs={crumbs} />
  if (!entry.data || (structure_id && !structure.data && !structure.error)) return null
  const { row, etag } = entry.data
  return (
    <Page
      title={row.label}
      badge={<Badge tone="slate">{t[`kind_${row.type}`]()}</Badge>}
      crumbs={[...crumbs, { title: row.label, to: `${home}/${id}/details` }]}
    >
      <Editor key={etag} template={row} etag={etag} structure={structure.data?.row} />
    </Page>
  )
}

function Editor({
  template,
  etag,
  structure,
}: {
  template: TextTemplate
  etag: string | undefined
  structure: Structure | undefined
}) {
  const t = useTexts(texts)
  const mayChange = useMay()('workflows.update')
  const editor = useRef<CodeEditorHandle>(null)
  const [changed, setChanged] = useState<string>()
  const [changedVariables, setVariables] = useState<TemplateVariable[]>()
  const variables = changedVariables ?? template.variables
  const { busy, errors, setErrors, send } = useSubmit(assignToField('body'))
  const [own, setOwn] = useState('{\n  "name": "Ada"\n}')
  const isChanged = changed !== undefined || changedVariables !== undefined
  useUnsavedGuard(isChanged)
  const body = changed ?? template.body
  const asksForValues = !structure && variables.length === 0
  const given = asksForValues ? objectIn(own) : undefined
  const configured = (useConfigurationNames() ?? []).flatMap(({ name, kind }) => (kind === 'secret' ? [] : [name]))
  const values: TemplateValue[] = [
    ...(structure
      ? structure.fields.map(({ name, label, type }) => ({ key: name, label: label || name, hint: type }))
      : Object.keys(given ?? {}).map((key) => ({ key, label: key }))),
    ...variables.map(({ name, label, type }) => ({ key: name, label: label || name, hint: t[`type_${type}`]() })),
    { key: 'now', label: t.now() },
    ...configured.map((name) => ({ key: `config.${name}`, label: `config.${name}`, hint: t.configured() })),
  ]
  const known = [
    ...(structure ? givenFields(structure.fields) : givenNames(Object.keys(given ?? {}))),
    ...givenVariables(variables),
  ]
  const save = () =>
    send(async () => {
      await api.put(
        `/text_templates/${template.id}`,
        { body, variables },
        etag ? { headers: { 'if-match': etag } } : {},
      )
      setChanged(undefined)
      setVariables(undefined)
      toastSaved(template.label)
      await refresh('/text_templates')
    })
  const button = mayChange && (
    <Button size="xs" loading={busy} disabled={!isChanged} onClick={() => void save()}>
      {t.save()}
    </Button>
  )
  return (
    <Columns>
      <div className="stack">
        <Panel title={t.text()} actions={button} bleed>
          <TemplateInput
            ref={editor}
            value={body}
            onChange={(text) => (setErrors({}), setChanged(text))}
            label={t.text()}
            values={values}
            check={(text) => problemsIn(template.type, text, known)}
            words={words}
            size="tall"
            readOnly={!mayChange}
            onSave={() => void save()}
            complaints={errors['body']}
          />
        </Panel>
        <Panel
          title={t.values()}
          {...(structure
            ? { note: t.fields({ structure: structure.label }) }
            : asksForValues && { note: t.json(), bleed: true })}
        >
          {!asksForValues ? (
            <TemplateValues values={values} disabled={!mayChange} onPick={(text) => editor.current?.insert(text)} />
          ) : (
            <>
              <div className={s['values']}>
                <CodeEditor value={own} onChange={setOwn} language="json" label={t.values()} />
              </div>
              {!given && (
                <p role="alert" className={s['complaint']}>
                  {t.notJson()}
                </p>
              )}
            </>
          )}
        </Panel>
        <Panel title={t.variables()} note={t.variablesNote()}>
          <Variables variables={variables} disabled={!mayChange} onChange={setVariables} />
        </Panel>
      </div>
      <Preview
        template={template}
        body={body}
        variables={variables}
        structure={structure}
        given={given ?? samplesOf(variables)}
      />
    </Columns>
  )
}

/** What the text says of one record, or of the values given; a text with a mistake in it leaves the last one standing. */
function Preview({
  template,
  body,
  variables,
  structure,
  given,
}: {
  template: TextTemplate
  body: string
  variables: TemplateVariable[]
  structure: Structure | undefined
  given: Values
}) {
  const t = useTexts(texts)
  const [at, setAt] = useState(0)
  const path = `/data_structures/${structure?.id ?? ''}/records` as const
  const records = useQuery({
    queryKey: [path, at],
    enabled: structure !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get(path, { page: at + 1, perPage: 1 }, { signal, quiet: true }),
  })
  const total = records.data?.meta.total ?? 0
  const [asked] = useDebouncedValue(
    { body, variables, values: structure ? { ...recordOf(structure, records.data?.data[0]), ...given } : given },
    300,
  )
  const { data, error } = useQuery({
    queryKey: [`/text_templates/${template.id}/render`, asked],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => api.post(`/text_templates/${template.id}/render`, asked, { quiet: true }),
  })
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (data) setSaid(data.data.text)
  }, [data])
  const { busy, send } = useSubmit()
  const asPdf = () =>
    send(async () => {
      await api.download(`/text_templates/${template.id}/pdf`, {}, `${template.label}.pdf`, asked)
    })
  const turn = structure && total > 0 && (
    <span className={s['turn']}>
      <ActionIcon variant="subtle" size="sm" aria-label={t.before()} disabled={at === 0} onClick={() => setAt(at - 1)}>
        <IconChevronLeft size={15} />
      </ActionIcon>
      {t.record({ number: at + 1, total })}
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={t.next()}
        disabled={at + 1 >= total}
        onClick={() => setAt(at + 1)}
      >
        <IconChevronRight size={15} />
      </ActionIcon>
    </span>
  )
  return (
    <Panel
      title={t.preview()}
      {...(structure && records.data && total === 0 && { note: t.none() })}
      actions={
        <span className={s['turn']}>
          {turn}
          {template.type === 'html' && (
            <Button size="compact-xs" variant="default" loading={busy} onClick={() => void asPdf()}>
              {t.pdf()}
            </Button>
          )}
        </span>
      }
      bleed
    >
      {error && (
        <p role="alert" className={s['complaint']}>
          {error.message}
        </p>
      )}
      {template.type === 'html' ? (
        <iframe className={`${s['shown']} ${s['page']}`} sandbox="" srcDoc={said} title={t.preview()} />
      ) : (
        <pre className={s['shown']} tabIndex={0} role="group" aria-label={t.preview()}>
          {said}
        </pre>
      )}
    </Panel>
  )
}

/** The fields alone, every one of them, so that an empty one is no unknown one. */
const recordOf = ({ fields }: Structure, row: Values | undefined): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, row?.[name] ?? null]))

/** What stands in the samples: text as it is, everything else as JSON where it is some. */
const samplesOf = (variables: readonly TemplateVariable[]): Values =>
  Object.fromEntries(
    variables.map(({ name, type, sample }) => [name, type === 'text' || type === 'date' ? sample : jsonIn(sample)]),
  )

function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** What is wrong with the text, said where it is typed; the server says the same when it is saved. */
function problemsIn(kind: TemplateKind, text: string, given: readonly Given[]) {
  try {
    return unknownIn(parseTextTemplate(kind, text).uses, given)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return [{ at: error.at, message: error.say }]
  }
}

const variableTypes = ['text', 'number', 'date', 'yes_no', 'list', 'object'] as const

function Variables({
  variables,
  disabled,
  onChange,
}: {
  variables: TemplateVariable[]
  disabled: boolean
  onChange: (variables: TemplateVariable[]) => void
}) {
  const t = useTexts(texts)
  const change = (at: number, to: Partial<TemplateVariable>) =>
    onChange(variables.map((one, i) => (i === at ? { ...one, ...to } : one)))
  return (
    <div className="stack">
      {variables.map(({ name, type, sample }, at) => (
        // A variable is its place: its name is what is being typed.
        <div key={at} className={s['variable']}>
          <TextInput
            aria-label={t.name()}
            placeholder={t.name()}
            value={name}
            error={/^[a-z_][a-z0-9_]{0,62}$/i.test(name) ? undefined : t.badName()}
            disabled={disabled}
            onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
          />
          <Select
            aria-label={t.type()}
            data={variableTypes.map((value) => ({ value, label: t[`type_${value}`]() }))}
            value={type}
            disabled={disabled}
            allowDeselect={false}
            onChange={(value) => change(at, { type: value as TemplateVariable['type'] })}
          />
          <TextInput
            aria-label={t.sample()}
            placeholder={t.sample()}
            value={sample}
            disabled={disabled}
            onChange={({ currentTarget }) => change(at, { sample: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={t.remove({ name })}
            disabled={disabled}
            onClick={() => onChange(variables.filter((_, i) => i !== at))}
          >
            <IconX size={15} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          disabled={disabled}
          onClick={() => onChange([...variables, { name: '', label: '', type: 'text', sample: '' }])}
        >
          {t.add()}
        </Button>
      </div>
    </div>
  )
}

function objectIn(text: string): Values | undefined {
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined
  } catch {
    return undefined
  }
}
