import type { Message } from '@weft/kit/messages/messages.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  INVALID_MAX_FILES: {
    en: 'At most {max, plural, one {# file} other {# files}} at a time.',
    de: 'Höchstens {max, plural, one {# Datei} other {# Dateien}} auf einmal.',
  },
  INVALID_MIN_FILES: {
    en: 'Please choose at least {min, plural, one {# file} other {# files}}.',
    de: 'Bitte wählen Sie mindestens {min, plural, one {# Datei} other {# Dateien}} aus.',
  },
  INVALID_MIN_SIZE: { en: '{name} is smaller than {min} MB.', de: '{name} ist kleiner als {min} MB.' },
  INVALID_MAX_SIZE: { en: '{name} is larger than {max} MB.', de: '{name} ist größer als {max} MB.' },
  INVALID_EXTENSION: {
    en: '{name} does not end with one of: {allowed}.',
    de: '{name} hat keine der Endungen: {allowed}.',
  },
  INVALID_TYPE: {
    en: '{name} is of the type {type}, allowed: {allowed}.',
    de: '{name} ist vom Typ {type}, erlaubt: {allowed}.',
  },
  INVALID_MAX_TOTAL_SIZE: {
    en: 'The files are larger than {max} MB together.',
    de: 'Die Dateien sind zusammen größer als {max} MB.',
  },
  INVALID_MIN_TOTAL_SIZE: {
    en: 'The files are smaller than {min} MB together.',
    de: 'Die Dateien sind zusammen kleiner als {min} MB.',
  },
})

const bytes = z.int().min(0).optional()
const options = z.strictObject({
  /** Without dot; empty: all. */
  extensions: z.array(z.string()).default([]),
  /** Such as `image/png` or `image/*`. */
  types: z.array(z.string()).default([]),
  min_files: z.int().min(0).optional(),
  max_files: z.int().min(1).optional(),
  min_size: bytes,
  max_size: bytes,
  min_total_size: bytes,
  max_total_size: bytes,
})
export type ChosenFile = { name: string; size: number; type: string }
export type FileCode = keyof typeof texts

/** The first thing wrong with chosen files, with its code. */
export function fileProblem(
  files: readonly ChosenFile[],
  rules: z.output<typeof options>,
): { code: FileCode; message: Message } | undefined {
  const { extensions, types, min_files, max_files, min_size, max_size, min_total_size, max_total_size } = rules
  const problem = (code: FileCode, values: Message['values']) => ({
    code,
    message: (texts[code] as (values: Message['values']) => Message)(values),
  })
  if (min_files !== undefined && files.length < min_files) return problem('INVALID_MIN_FILES', { min: min_files })
  if (max_files !== undefined && files.length > max_files) return problem('INVALID_MAX_FILES', { max: max_files })
  for (const { name, size, type } of files) {
    const extension = name.includes('.') ? name.split('.').at(-1)!.toLowerCase() : ''
    if (extensions.length > 0 && !extensions.some((one) => one.toLowerCase() === extension))
      return problem('INVALID_EXTENSION', { name, allowed: extensions.join(', ') })
    if (types.length > 0 && !types.some((one) => isOfType(type, one)))
      return problem('INVALID_TYPE', { name, type: type || '?', allowed: types.join(', ') })
    if (min_size !== undefined && size < min_size)
      return problem('INVALID_MIN_SIZE', { name, min: megabytes(min_size) })
    if (max_size !== undefined && size > max_size)
      return problem('INVALID_MAX_SIZE', { name, max: megabytes(max_size) })
  }
  const total = files.reduce((sum, file) => sum + file.size, 0)
  if (min_total_size !== undefined && total < min_total_size)
    return problem('INVALID_MIN_TOTAL_SIZE', { min: megabytes(min_total_size) })
  if (max_total_size !== undefined && total > max_total_size)
    return problem('INVALID_MAX_TOTAL_SIZE', { max: megabytes(max_total_size) })
  return undefined
}

const isOfType = (type: string, allowed: string) =>
  allowed.endsWith('/*') ? type.startsWith(allowed.slice(0, -1)) : type === allowed
const megabytes = (size: number) => Math.round(size / 10_000) / 100

const png = { name: 'a.PNG', size: 1_000_000, type: 'image/png' }
const pdf = { name: 'b.pdf', size: 3_000_000, type: 'application/pdf' }

export const file = defineValidator({
  key: 'file',
  options,
  asks_empty: true,
  check: (value, rules) =>
    fileProblem((Array.isArray(value) ? value : value ? [value] : []) as ChosenFile[], rules)?.message,
  labels: { title: { en: 'File', de: 'Datei' } },
  examples: [
    {
      value: [png, pdf],
      options: {
        extensions: ['png', 'pdf'],
        types: ['image/*', 'application/pdf'],
        min_files: 1,
        max_files: 2,
        max_size: 3_000_000,
        max_total_size: 4_000_000,
      },
      valid: true,
    },
    { value: [], options: { min_files: 1 }, valid: false },
    { value: [png, pdf], options: { max_files: 1 }, valid: false },
    { value: [pdf], options: { extensions: ['png'] }, valid: false },
    { value: [pdf], options: { types: ['image/*'] }, valid: false },
    { value: [png], options: { min_size: 2_000_000 }, valid: false },
    { value: [pdf], options: { max_size: 2_000_000 }, valid: false },
    { value: [png], options: { min_total_size: 2_000_000 }, valid: false },
    { value: [png, pdf], options: { max_total_size: 3_999_999 }, valid: false },
    { value: [], options: {}, valid: true },
  ],
})
