import { ActionIcon, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { EntryOf } from '@weft/kit/contracts/client.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
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
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import s from './editor.module.css'

const texts = defineMessages({
  templates: { en: 'Text templates', de: 'Textvorlagen' },
  gone: { en: 'There is no such text template', de: 'Diese Textvorlage gibt es nicht' },
  text: { en: 'Text', de: 'Text' },
  plain: { en: 'Plain text', de: 'Reiner Text' },
  html: { en: 'HTML', de: 'HTML' },
  mail: { en: 'E-mail', de: 'E-Mail' },
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
})

const home = '/project/text-templates'
type TextTemplate = EntryOf<`/text_templates/${string}`>
type Structure = EntryOf<`/data_structures/${string}`>
type Values = Record<string, unknown>

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
      badge={<Badge tone="slate">{row.type === 'text' ? t.plain() : t[row.type]()}</Badge>}
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
  const { busy, errors, setErrors, send } = useSubmit(assignToField('body'))
  const [own, setOwn] = useState('{\n  "name": "Ada"\n}')
  useUnsavedGuard(changed !== undefined)
  const body = changed ?? template.body
  const given = structure ? undefined : objectIn(own)
  const values: TemplateValue[] = [
    ...(structure
      ? structure.fields.map(({ name, label, type }) => ({ key: name, label: label || name, hint: type }))
      : Object.keys(given ?? {}).map((key) => ({ key, label: key }))),
    { key: 'now', label: t.now() },
  ]
  const save = () =>
    send(async () => {
      await api.put(`/text_templates/${template.id}`, { body }, etag ? { headers: { 'if-match': etag } } : {})
      setChanged(undefined)
      toastSaved(template.label)
      await refresh('/text_templates')
    })
  const button = mayChange && (
    <Button size="xs" loading={busy} disabled={changed === undefined} onClick={() => void save()}>
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
            size="tall"
            readOnly={!mayChange}
            onSave={() => void save()}
            complaints={errors['body']}
          />
        </Panel>
        <Panel
          title={t.values()}
          note={structure ? t.fields({ structure: structure.label }) : t.json()}
          bleed={!structure}
        >
          {structure ? (
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
      </div>
      <Preview template={template} body={body} structure={structure} given={given ?? {}} />
    </Columns>
  )
}

/** What the text says of one record, or of the values given; a text with a mistake in it leaves the last one standing. */
function Preview({
  template,
  body,
  structure,
  given,
}: {
  template: TextTemplate
  body: string
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
    { body, values: structure ? recordOf(structure, records.data?.data[0]) : given },
    300,
  )
  const { data, error } = useQuery({
    queryKey: [`/text_templates/${template.id}/render`, asked],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => api.post(`/text_templates/${template.id}/render`, asked, { quiet: true }),
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
      actions={turn}
      bleed
    >
      {error && (
        <p role="alert" className={s['complaint']}>
          {error.message}
        </p>
      )}
      {template.type === 'html' ? (
        <iframe
          className={`${s['shown']} ${s['page']}`}
          sandbox=""
          srcDoc={data?.data.text ?? ''}
          title={t.preview()}
        />
      ) : (
        <pre className={s['shown']} tabIndex={0} aria-label={t.preview()}>
          {data?.data.text}
        </pre>
      )}
    </Panel>
  )
}

/** The fields alone, every one of them, so that an empty one is no unknown one. */
const recordOf = ({ fields }: Structure, row: Values | undefined): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, row?.[name] ?? null]))

function objectIn(text: string): Values | undefined {
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined
  } catch {
    return undefined
  }
}
