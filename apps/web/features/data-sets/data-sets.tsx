import { IconStack2 } from '@tabler/icons-react'
import { dataSet } from '@weft/catalogue/resources/data-set/data-set.ts'
import { questionsOf } from '@weft/designers/data-set/stages.ts'
import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { DataSet } from '../insights/api.ts'

const texts = defineMessages({
  subtitle: {
    en: 'Stored questions to data structures: joined, grouped and filtered, for charts and workflows.',
    de: 'Gespeicherte Fragen an Datenstrukturen: verknüpft, gruppiert und gefiltert, für Diagramme und Workflows.',
  },
  empty: {
    en: 'Choose structures and fields, and see the answer at once.',
    de: 'Wählen Sie Strukturen und Felder und sehen Sie sofort die Antwort.',
  },
  fields: { en: 'Fields', de: 'Felder' },
  structures: { en: 'Structures', de: 'Strukturen' },
  stages: { en: 'Stages', de: 'Stufen' },
})
const home = '/project/data-sets'

/** The data sets of the project. */
export function DataSetsScreen() {
  const t = useTexts(texts)
  const { number } = useFormats()
  const of = (row: object) => row as DataSet
  return (
    <ResourceList
      resource={dataSet}
      icon={IconStack2}
      subtitle={t.subtitle()}
      emptyText={t.empty()}
      to={({ id }) => `${home}/editor/${id}`}
      createTo={`${home}/editor`}
      extra={[
        {
          key: 'structures',
          title: t.structures(),
          cell: (row) => number(structuresIn(of(row).definition)),
          end: true,
          sortable: false,
        },
        {
          key: 'stages',
          title: t.stages(),
          cell: (row) => number(questionsOf(of(row).definition).length),
          end: true,
          sortable: false,
        },
        {
          key: 'field_count',
          title: t.fields(),
          cell: (row) => number(of(row).definition.fields.length),
          end: true,
          sortable: false,
        },
      ]}
    />
  )
}

const structuresIn = (definition: DataSetDefinition) =>
  new Set(questionsOf(definition).flatMap(({ structures }) => structures.flatMap((one) => one.structure_id ?? []))).size
