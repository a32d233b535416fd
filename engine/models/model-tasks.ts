import type { Model } from '@weft/kit/define/model.ts'
import type { DataRecord, Rejected, Retried } from '@weft/kit/define/record.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { defineTask, previewLimits } from '../isolation/task.ts'
import type { FileAnalysis, AnalysisOptions } from './analyse.server.ts'

const advice = {
  en: 'Bring a smaller part of the file, or check separator, target tag and path.',
  de: 'Bringen Sie einen kleineren Teil der Datei oder prüfen Sie Trennzeichen, Ziel-Tag und Pfad.',
}

/** The first rows as the file has them and as the model reads them, in the words of one language. */
export type ToldPreview = {
  raw: DataRecord[]
  records: ({ record: DataRecord } | { misfit: { field: string; value: unknown; reason: string } })[]
}
type ToldFit = Omit<FileAnalysis['fit'], 'reasons'> & {
  reasons: (Omit<FileAnalysis['fit']['reasons'][number], 'reason'> & { reason: string })[]
}
export type ToldAnalysis = Omit<FileAnalysis, 'rejected' | 'preview' | 'fit'> & {
  rejected: { count: number; examples: string[] }
  preview: ToldPreview
  fit: ToldFit
}
type Checked = {
  records: number
  rejected: number
  complete: boolean
  examples: { field?: string | undefined; reason: string }[]
}
type Looked = { type: string; columns: string[]; rows: DataRecord[]; entries: number; complete: boolean }

export const analyseFile = defineTask<{ name: string; wishes: AnalysisOptions; language: Language }, ToldAnalysis>({
  name: 'analyse_file',
  limits: previewLimits,
  advice,
})
export const lookIntoFile = defineTask<{ name: string; rows: number }, Looked>({
  name: 'look_into_file',
  limits: previewLimits,
  advice,
})
export const previewModel = defineTask<{ model: Model; rows: number; language: Language }, ToldPreview>({
  name: 'preview_model',
  limits: previewLimits,
  advice,
})
export const checkFile = defineTask<
  { model: Model; milliseconds: number; examples: number; language: Language },
  Checked
>({ name: 'check_file', limits: { ...previewLimits, seconds: 40 }, advice })

/** Reading a record once more that reading has refused, as a step that reads files does. */
export const retryReading = defineTask<
  { format: string; options: Record<string, unknown>; model?: Model; refused: Retried },
  { records: DataRecord[]; rejected: Rejected[] }
>({ name: 'retry_reading', limits: previewLimits, advice })

/** Every row of a file that somebody has worked on, as its format reads it; one that cannot be read refuses the file. */
export const readRows = defineTask<{ name: string; most: number }, DataRecord[]>({
  name: 'read_rows',
  limits: { ...previewLimits, answer_mb: 64 },
  advice,
})
