import { Link } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Integration } from './api.ts'
import s from './integration-page.module.css'
import { rowsPath } from './wizard/first-run.tsx'

const texts = defineMessages({
  tables: { en: 'Tables', de: 'Tabellen' },
  table: { en: 'At the source', de: 'An der Quelle' },
  stored: { en: 'Stored in', de: 'Gespeichert in' },
  read: { en: 'Read', de: 'Lesen' },
  all: { en: 'all rows', de: 'alle Zeilen' },
  changed: { en: 'changes by {field}', de: 'Änderungen laut {field}' },
  deletions: { en: 'Deleted there', de: 'Dort gelöscht' },
  keep: { en: 'stays here', de: 'bleibt hier' },
  mark: { en: 'is marked', de: 'wird markiert' },
  remove: { en: 'is deleted', de: 'wird gelöscht' },
  fields: { en: 'Fields', de: 'Felder' },
  personal: { en: '{n} personal', de: '{n} personenbezogen' },
  links: { en: 'Links', de: 'Verweise' },
  rows: { en: 'Rows', de: 'Zeilen' },
  structure: { en: 'Structure', de: 'Struktur' },
  mapping: { en: 'Mapping', de: 'Mapping' },
})

/** What flows: each table with what is made of it, and the ways there. */
export function IntegrationTables({ integration: { list } }: { integration: Integration }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  return (
    <Panel title={t.tables()} note={number(list.length)} bleed>
      <div className={s['scroll']}>
        <SmallTable columns={[t.table(), t.stored(), t.read(), t.deletions(), t.fields(), t.links()]}>
          {list.map((table) => (
            <tr key={table.id}>
              <td>
                <code className="mono">{table.name}</code>
              </td>
              <td>
                {table.structure_id ? <Link to={rowsPath(table.structure_id)}>{table.structure_label}</Link> : '–'}
              </td>
              <td>{table.read === 'changed' ? t.changed({ field: table.cursor_field ?? '' }) : t.all()}</td>
              <td>{t[table.deletions]()}</td>
              <td>
                {number(table.fields)}{' '}
                {table.personal > 0 && <Badge tone="pink">{t.personal({ n: table.personal })}</Badge>}
              </td>
              <td>
                {table.structure_id && (
                  <Link to={`/project/data-structures/${table.structure_id}`}>{t.structure()}</Link>
                )}
                {table.mapping_id && (
                  <>
                    {' · '}
                    <Link to={`/project/mappings/${table.mapping_id}`}>{t.mapping()}</Link>
                  </>
                )}
              </td>
            </tr>
          ))}
        </SmallTable>
      </div>
    </Panel>
  )
}
