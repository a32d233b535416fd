import type { Model } from '@weft/kit/define/model.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { defineTask, previewLimits } from '../isolation/task.ts'
import type { MappedStructure } from './check/fields.ts'
import type { ProposedColumn, ProposedImport } from './propose-import.ts'

const advice = {
  en: 'Bring a smaller part of the file, or check how it is read.',
  de: 'Bringen Sie einen kleineren Teil der Datei oder prüfen Sie, wie sie gelesen wird.',
}

export type FileToImport = { name: string; structure: MappedStructure; earlier: { column: string; field: string }[] }
/** A file as it was found, and what is proposed to do with its columns. */
export type LookedImport = Omit<ProposedImport, 'columns'> & {
  type: string
  options: Record<string, unknown>
  entries: number
  complete: boolean
  columns: (ProposedColumn & { samples: string[] })[]
}
export type ReadImport = {
  records: DataRecord[]
  refused: { field?: string | undefined; value: string; reason: string }[]
  complete: boolean
}

export const lookAtImport = defineTask<FileToImport, LookedImport>({
  name: 'look_at_import',
  limits: previewLimits,
  advice,
})

/** The first records of a file as an import would read them, and what it would refuse of these. */
export const readImport = defineTask<{ model: Model; most: number; language: Language }, ReadImport>({
  name: 'read_import',
  limits: { ...previewLimits, answer_mb: 64 },
  advice,
})
