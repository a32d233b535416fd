import { ActionIcon, Tabs } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Facts } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { DataStructure } from '../data-structures/structure.ts'
import { CellValue } from './cell-value.tsx'
import s from './explorer.module.css'
import { RecordLineage } from './record-lineage.tsx'
import type { RecordRow } from './use-records.ts'

const texts = defineMessages({
  values: { en: 'Values', de: 'Werte' },
  lineage: { en: 'Lineage', de: 'Herkunft' },
  title: { en: 'Record {id}', de: 'Datensatz {id}' },
  close: { en: 'Close', de: 'Schließen' },
  dirty: { en: 'To be processed', de: 'Noch zu verarbeiten' },
  clean: { en: 'Processed', de: 'Verarbeitet' },
  version: { en: 'Version', de: 'Version' },
  created: { en: 'Created', de: 'Angelegt' },
  changed: { en: 'Changed', de: 'Geändert' },
  job: { en: 'Written by job', de: 'Geschrieben von Job' },
  versions: { en: 'Earlier versions', de: 'Frühere Versionen' },
  deleted: { en: 'deleted', de: 'gelöscht' },
  none: { en: '–', de: '–' },
})

/** One record with everything in it, nested values spread out. */
export function RecordDetails({
  structure,
  row,
  onClose,
}: {
  structure: DataStructure
  row: RecordRow
  onClose: () => void
}) {
  const t = useTexts(texts)
  const { exactTime, number } = useFormats()
  return (
    <aside className={s['details']} aria-label={t.title({ id: row._id })} data-end-panel>
      <header>
        <h2>{t.title({ id: row._id })}</h2>
        <Badge tone={row._dirty ? 'amber' : 'green'}>{row._dirty ? t.dirty() : t.clean()}</Badge>
        <ActionIcon ml="auto" aria-label={t.close()} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <Tabs defaultValue="values" keepMounted={false} className={s['detailsTabs']!}>
        <Tabs.List aria-label={t.title({ id: row._id })}>
          <Tabs.Tab value="values">{t.values()}</Tabs.Tab>
          <Tabs.Tab value="lineage">{t.lineage()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="lineage" className={s['detailsBody']!}>
          <RecordLineage structure={structure} row={row} />
        </Tabs.Panel>
        <Tabs.Panel value="values" className={s['detailsBody']!}>
          <dl className={s['values']}>
            {structure.fields.map((field) => (
              <div key={field.id}>
                <dt>{field.label ?? field.name}</dt>
                <dd>
                  <Whole field={field} value={row[field.name]} />
                </dd>
              </div>
            ))}
          </dl>
          <Facts
            facts={[
              [t.version(), number(row._version)],
              [t.created(), exactTime(String(row['_created_at']))],
              [t.changed(), exactTime(String(row['_updated_at']))],
              [
                t.job(),
                row['_job_id'] ? (
                  <span key="j" className="mono">
                    {String(row['_job_id']).slice(0, 8)}
                  </span>
                ) : (
                  t.none()
                ),
              ],
            ]}
          />
          {structure.data_versioning && <Versions structure={structure} row={row} />}
        </Tabs.Panel>
      </Tabs>
    </aside>
  )
}

function Versions({ structure, row }: { structure: DataStructure; row: RecordRow }) {
  const t = useTexts(texts)
  const { exactTime } = useFormats()
  const path = `/data_structures/${structure.id}/records/${row._id}/versions` as const
  const { data } = useQuery({
    queryKey: [path, row._version],
    queryFn: async ({ signal }) => (await api.get(path, {}, { signal, quiet: true })).data,
  })
  if (!data?.length) return null
  return (
    <section>
      <h3>{t.versions()}</h3>
      {data.map(({ version, operation, replaced_at, record }) => (
        <details key={`${version} ${replaced_at}`} className={s['version']}>
          <summary>
            {version} · {exactTime(replaced_at)} {operation === 'delete' && <Badge tone="red">{t.deleted()}</Badge>}
          </summary>
          <dl className={s['values']}>
            {structure.fields
              .filter((field) => JSON.stringify(record[field.name]) !== JSON.stringify(row[field.name]))
              .map((field) => (
                <div key={field.id}>
                  <dt>{field.label ?? field.name}</dt>
                  <dd>
                    <Whole field={field} value={record[field.name]} />
                  </dd>
                </div>
              ))}
          </dl>
        </details>
      ))}
    </section>
  )
}

function Whole({ field, value }: { field: StructureField; value: unknown }) {
  return typeof value === 'object' && value !== null ? (
    <Nested value={value} fields={field.fields} />
  ) : (
    <CellValue field={field} value={value} />
  )
}

/** Lists of objects as small tables, objects as terms, anything deeper again the same way. */
function Nested({ value, fields = [] }: { value: unknown; fields?: StructureField[] | undefined }) {
  const place = (name: string) => fields.findIndex((field) => field.name === name) + 1 || fields.length + 1
  if (Array.isArray(value)) {
    const columns = [...new Set(value.flatMap((entry) => (isObject(entry) ? Object.keys(entry) : [])))].sort(
      (a, b) => place(a) - place(b),
    )
    if (columns.length === 0)
      return (
        <ul className={s['entries']}>
          {value.map((entry, i) => (
            <li key={i}>{isObject(entry) ? <Nested value={entry} /> : String(entry)}</li>
          ))}
        </ul>
      )
    return (
      <div className={s['inner']}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {value.map((entry, i) => (
              <tr key={i}>
                {columns.map((column) => (
                  <td key={column}>
                    <Plain value={isObject(entry) ? entry[column] : undefined} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  }
  return (
    <dl className={s['inside']}>
      {Object.entries(value as object)
        .sort(([a], [b]) => place(a) - place(b))
        .map(([name, inner]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Plain value={inner} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const Plain = ({ value }: { value: unknown }) =>
  value === null || value === undefined ? (
    <span className={s['none']}>–</span>
  ) : typeof value === 'object' ? (
    <Nested value={value} />
  ) : (
    <>{String(value)}</>
  )
