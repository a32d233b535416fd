import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer, Sent } from '@weft/kit/contracts/client.ts'
import type { FileColumn } from '@weft/kit/define/file-columns.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useState } from 'react'

export type Looked = Answer<'POST', `/data_structures/${string}/imports/look`>['data']
type Sendable = Sent<'POST', `/data_structures/${string}/imports`>
type Order = Omit<Sendable, 'columns' | 'key'> & { columns: FileColumn[]; key: string[] }
/** What somebody has decided otherwise than proposed. */
export type ImportChoice = { fields: Record<string, string | null>; mode?: Order['mode']; key?: string[] }

/** A file on its way into a structure: looked at once, compared anew with each decision. */
export function useImport(structure_id: string, file: File) {
  const path = `/data_structures/${structure_id}/imports` as const
  const [id] = useState(() => crypto.randomUUID())
  const [choice, setChoice] = useState<ImportChoice>({ fields: {} })
  const looked = useQuery({
    queryKey: [path, 'look', id],
    queryFn: async ({ signal }) => (await api.upload(`${path}/look`, [file], undefined, { quiet: true, signal })).data,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const order = looked.data && orderOf(looked.data, choice)
  const checked = useQuery({
    queryKey: [path, 'check', id, order],
    queryFn: async ({ signal }) =>
      (await api.post(`${path}/check`, order!, { quiet: true, signal, timeout: false })).data,
    enabled: order !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return { path, looked, order, checked, choice, setChoice }
}

function orderOf({ file, type, options, columns, ...proposed }: Looked, choice: ImportChoice): Order {
  const assigned = columns.map(({ found, field }) => ({
    found,
    field: found.original_name in choice.fields ? choice.fields[found.original_name]! : field,
  }))
  const key = choice.key ?? proposed.key
  const mode = key.length === 0 ? 'insert' : (choice.mode ?? (proposed.mode === 'insert' ? 'upsert' : proposed.mode))
  return { file: file.path, type, options, columns: assigned, mode, key }
}
