import type { LineFormat } from '../writing/driver.ts'
import { bounded } from './columns.ts'
import { written } from './literals.ts'

/** Lines are what stands between the brackets of VALUES: each value as its SQL literal, in one form only, so that equal ones look equal. */
export const lineFormat: LineFormat = {
  nothing: 'null',
  separator: ',',
  bounded,
  written,
  keepsPlainText: false,
  keyOf: (_, value) => value,
}
