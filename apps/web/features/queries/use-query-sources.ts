import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'
import { useMemo } from 'react'
import { useStructures } from '../data-structures/structure.ts'
import type { QueryTable } from './sql-text.ts'

/** What a query is written with: the project's structures, the kind of its database and what is kept by name; nothing until all is there. */
export function useQuerySources() {
  const { data: structures } = useStructures()
  const { data: engine } = useQuery({
    queryKey: ['/queries/dialect'],
    queryFn: async ({ signal }) => (await api.get('/queries/dialect', {}, { signal })).data.engine,
  })
  const { data: saved } = useQuery({
    queryKey: ['/queries', 'all'],
    queryFn: async ({ signal }) => (await api.get('/queries', { noPagination: true, sort: 'name' }, { signal })).data,
  })
  const tables = useMemo(() => {
    const nameOf = new Map(structures?.map(({ id, table_name }) => [id, table_name]))
    return structures?.map(({ id, table_name, label, fields }): QueryTable => ({
      id,
      name: table_name,
      label,
      fields: fields.map((field) => ({
        name: field.name,
        label: field.label ?? field.name,
        type: field.type,
        isKey: field.primary_key,
        relation: field.related_structure_id && nameOf.get(field.related_structure_id),
        values: field.values,
      })),
    }))
  }, [structures])
  return tables && engine && saved ? { tables, engine, saved } : undefined
}
