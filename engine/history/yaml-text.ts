/**
 * YAML of plain values, always the same for the same: what is kept is compared letter by letter, so no version of a library may write it
 * otherwise. Texts stand plain where they can only be texts, as blocks where they have lines, and quoted as in JSON else.
 */
export const yamlOf = (values: Record<string, unknown>): string => mapLines(values, '').join('\n') + '\n'

function mapLines(values: object, indent: string): string[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) => entry(`${indent}${keyText(key)}:`, value, `${indent}  `))
}

function entry(start: string, value: unknown, inside: string): string[] {
  if (Array.isArray(value) && value.length > 0) return [start, ...value.flatMap((one) => listEntry(one, inside))]
  if (isMap(value) && Object.keys(value).length > 0) return [start, ...mapLines(value, inside)]
  return scalar(start, value, inside)
}

function listEntry(value: unknown, indent: string): string[] {
  const inside = `${indent}  `
  if (Array.isArray(value) && value.length > 0) return [`${indent}-`, ...value.flatMap((one) => listEntry(one, inside))]
  if (!isMap(value) || Object.keys(value).length === 0) return scalar(`${indent}-`, value, inside)
  const [first, ...rest] = mapLines(value, inside)
  return [`${indent}- ${first!.slice(inside.length)}`, ...rest]
}

function scalar(start: string, value: unknown, indent: string): string[] {
  if (typeof value !== 'string') return [`${start} ${JSON.stringify(value ?? null)}`]
  if (isBlock(value)) {
    const lines = value.replace(/\n$/, '').split('\n')
    return [`${start} ${value.endsWith('\n') ? '|' : '|-'}`, ...lines.map((line) => (line ? indent + line : line))]
  }
  return [`${start} ${isPlain(value) ? value : JSON.stringify(value)}`]
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const word = /^(true|false|null|yes|no|on|off|y|n)$/i
const plain = /^[\p{L}_](?:[\p{L}\p{N}_./()+@-]| (?=[\p{L}\p{N}_(])|:(?=[\p{L}\p{N}_/]))*$/u
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isPlain = (text: string) => uuid.test(text) || (plain.test(text) && !word.test(text))
const keyText = (key: string) => (/^[A-Za-z_]\w*$/.test(key) && !word.test(key) ? key : JSON.stringify(key))

/** Lines that a block gives back as they are. */
const isBlock = (text: string) =>
  /^\S.*\n[^]*\S\n?$/.test(text) && !/[^\t\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/.test(text)
