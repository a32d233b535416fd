/** The keys of a path such as `address.lines[0].city` or `["odd key"].x`; undefined when it is not one. */
export function pathOf(text: string): (string | number)[] | undefined {
  const keys: (string | number)[] = []
  let rest = text.trim()
  while (rest !== '') {
    const match = (keys.length === 0 ? firstKey.exec(rest) : undefined) ?? nextKey.exec(rest)
    if (!match) return undefined
    const { name, index, quoted } = match.groups!
    keys.push(index !== undefined ? Number(index) : quoted !== undefined ? quoted.replace(/\\(.)/g, '$1') : name!)
    rest = rest.slice(match[0].length)
  }
  return keys.length > 0 ? keys : undefined
}

const firstKey = /^(?<name>[\p{L}_$@#][\p{L}\p{N}_$@#-]*)/u
const nextKey =
  /^(?:\.(?<name>[\p{L}\p{N}_$@#][\p{L}\p{N}_$@#-]*)|\[(?<index>\d{1,9})\]|\["(?<quoted>(?:[^"\\]|\\.)*)"\])/u

/** The value at a path; undefined where the way ends. Inherited properties are not values. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<string | number, unknown>)[key]
  }
  return here
}

const known = new Map<string, (string | number)[]>()

/** The value of a field, which may be a path. A field that is called exactly so wins. */
export function fieldOf(record: Record<string, unknown>, field: string): unknown {
  if (Object.hasOwn(record, field)) return record[field]
  let path = known.get(field)
  if (!path) {
    path = pathOf(field) ?? [field]
    if (known.size < 5_000) known.set(field, path)
  }
  return path.length === 1 ? undefined : valueAt(record, path)
}

/** A copy of the record with one value set; objects on the way are made. Lists on the way are not entered. */
export function withField(record: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const [key, ...rest] = Object.hasOwn(record, field) ? [field] : (pathOf(field) ?? [field])
  if (key === '__proto__') return record
  if (rest.length === 0) return { ...record, [key!]: value }
  const inner = record[key!]
  const object =
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Record<string, unknown>) : {}
  return { ...record, [key!]: withField(object, rest.map(keyText).join(''), value) }
}

const keyText = (key: string | number, i: number) => {
  const quoted = `["${String(key).replace(/["\\]/g, '\\$&')}"]`
  return i === 0 && typeof key === 'string' && firstKey.exec(key)?.[0] === key ? key : quoted
}
