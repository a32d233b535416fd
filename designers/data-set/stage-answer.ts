import type { DataSetColumn } from '@weft/kit/define/data-set.ts'

/** The first rows of a stage, as far as they are known. */
export type StageAnswer = {
  columns?: DataSetColumn[] | undefined
  rows?: Record<string, unknown>[] | undefined
  more?: boolean | undefined
  isFetching: boolean
}
