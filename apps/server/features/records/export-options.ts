import type { formats } from '@weft/catalogue/formats/all.ts'

/** How a file is written that somebody downloads: they open it with a spreadsheet program, which must run nothing of it. */
export const exportOptions = ({ options }: (typeof formats)[number], more: object = {}) =>
  options.parse({ ...more, ...('guard_formulas' in options.shape && { guard_formulas: true }) }) as never
