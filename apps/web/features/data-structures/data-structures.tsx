import { IconLock, IconTable } from '@tabler/icons-react'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useStructurePlace } from './place.ts'
import { TakeOver } from './take-over.tsx'
import { useCounts, type DataStructure } from './structure.ts'

const texts = defineMessages({
  subtitle: {
    en: 'What records look like. Each structure is a real table in the database of this tenant.',
    de: 'Wie Datensätze aussehen. Jede Struktur ist eine echte Tabelle in der Datenbank dieses Mandanten.',
  },
  library: {
    en: 'Kept ready for projects: what is published can be taken over by them as their own.',
    de: 'Für Projekte bereitgehalten: Was veröffentlicht ist, können sie als eigene Struktur übernehmen.',
  },
  empty: {
    en: 'Describe the fields once; imports, mappings, workflows and charts then all know them.',
    de: 'Beschreiben Sie die Felder einmal; Importe, Mappings, Workflows und Diagramme kennen sie dann alle.',
  },
  fields: { en: 'Fields', de: 'Felder' },
  records: { en: 'Records', de: 'Datensätze' },
  about: { en: 'about {count}', de: 'etwa {count}' },
  published: { en: 'Published', de: 'Veröffentlicht' },
  hidden: { en: 'Not published', de: 'Nicht veröffentlicht' },
  locked: { en: 'Locked', de: 'Gesperrt' },
  version: { en: 'Version', de: 'Version' },
})

/** The data structures of the project, or of the library. */
export function DataStructuresScreen() {
  const t = useTexts(texts)
  const { number } = useFormats()
  const { home, path, isLibrary, options } = useStructurePlace()
  const { data: counts } = useCounts()
  const of = (row: object) => row as DataStructure
  const count = (id: string) => {
    const found = counts?.[id]
    return found === undefined ? '–' : found.about ? t.about({ count: number(found.total) }) : number(found.total)
  }
  return (
    <ResourceList
      resource={isLibrary ? { ...dataStructure, path: path.slice(1) } : dataStructure}
      icon={IconTable}
      subtitle={isLibrary ? t.library() : t.subtitle()}
      headers={options.headers}
      actions={!isLibrary && <TakeOver />}
      emptyText={t.empty()}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      cells={{
        label: (row) => (
          <NameCell
            to={`${home}/${row.id}`}
            name={of(row).label}
            icon={of(row).locked && <IconLock size={14} aria-label={t.locked()} />}
          />
        ),
        class_name: (row) => <span className="mono">{of(row).class_name}</span>,
        table_name: (row) => <span className="mono">{of(row).table_name}</span>,
        published: (row) => (
          <Badge tone={of(row).published ? 'green' : undefined}>{of(row).published ? t.published() : t.hidden()}</Badge>
        ),
      }}
      extra={[
        {
          key: 'field_count',
          title: t.fields(),
          cell: (row) => number(of(row).fields.length),
          end: true,
          sortable: false,
        },
        ...(isLibrary
          ? []
          : [
              {
                key: 'records',
                title: t.records(),
                cell: (row: { id: string }) => count(row.id),
                end: true,
                sortable: false,
              },
            ]),
        {
          key: 'version',
          title: t.version(),
          cell: (row) => number(of(row).version),
          end: true,
          sortable: false,
          hidden: true,
        },
      ]}
    />
  )
}
