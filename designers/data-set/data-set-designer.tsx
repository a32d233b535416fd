import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import s from './data-set.module.css'
import { dataSetSources, type KnownStructure } from './sources.ts'
import { Fields } from './sections/fields.tsx'
import { Filters } from './sections/filters.tsx'
import { Lists } from './sections/lists.tsx'
import { Parameters } from './sections/parameters.tsx'
import { Sorting } from './sections/sorting.tsx'
import { Structures } from './sections/structures.tsx'

type Props = {
  definition: DataSetDefinition
  onChange: (definition: DataSetDefinition) => void
  structures: KnownStructure[]
  errors: Record<string, string[]>
  readOnly?: boolean
}

/** What a data set asks: structures and joins, lists, fields, filters, sort, parameters. */
export function DataSetDesigner({ definition, onChange, structures, errors, readOnly = false }: Props) {
  const sources = dataSetSources(definition, structures)
  const parts = {
    definition,
    set: (change: Partial<DataSetDefinition>) => onChange({ ...definition, ...change }),
    onChange,
    structures,
    sources,
    error: (path: string) => errors[path]?.[0] ?? errors[`definition.${path}`]?.[0],
  }
  return (
    <fieldset className={s['designer']} disabled={readOnly}>
      <Structures {...parts} />
      <Lists {...parts} />
      <Fields {...parts} />
      <Filters {...parts} />
      <Sorting {...parts} />
      <Parameters {...parts} />
    </fieldset>
  )
}
