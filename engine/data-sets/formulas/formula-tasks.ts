import type { DataRecord } from '@weft/kit/define/record.ts'
import { defineTask } from '../../isolation/task.ts'
import type { ComputedLater } from './computed-later.ts'

/** Fields of data sets that no SQL computes, for rows that are there. */
export const computeDataSetFields = defineTask<
  { fields: ComputedLater[]; rows: DataRecord[]; now: Date },
  DataRecord[]
>({
  name: 'compute_data_set_fields',
  limits: { seconds: 20, memory_mb: 800, answer_mb: 64 },
  advice: {
    en: 'Ask for fewer rows, or use functions the database computes.',
    de: 'Fragen Sie weniger Zeilen ab oder verwenden Sie Funktionen, die die Datenbank berechnet.',
  },
})
