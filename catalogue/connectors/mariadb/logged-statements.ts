type Statement = { schema: string; text: string }

type Meaning = 'begin' | 'commit' | 'rollback' | 'nothing' | 'does' | { savepoint: string } | { undone: string }

/** What a statement in the log means for its transaction; that a part of it was undone is logged where tables without transactions take part. */
export function meaningOf(text: string): Meaning {
  const [, back, savepoint] = /^\s*(rollback\s+to\s+(?:savepoint\s+)?|savepoint\s+)(.+?)\s*$/is.exec(text) ?? []
  if (savepoint) return /^rollback/i.test(back!) ? { undone: nameOf(savepoint) } : { savepoint: nameOf(savepoint) }
  if (/^\s*(release\s+savepoint|xa\s+end)\b/i.test(text)) return 'nothing'
  if (/^\s*(begin|start\s+transaction|xa\s+(start|begin))\b/i.test(text)) return 'begin'
  if (/^\s*(commit|xa\s+(commit|rollback))\b/i.test(text)) return 'commit'
  return /^\s*rollback\b/i.test(text) ? 'rollback' : 'does'
}

const nameOf = (savepoint: string) => savepoint.replaceAll(/[`"]/g, '').toLowerCase()

/**
 * What a statement does to one table: change its rows without telling which, empty it, or perhaps make another of it. Rather too often than
 * not at all: whoever asks looks at the table then.
 */
export function doneTo({ schema, table }: { schema: string; table: string }, statement: Statement) {
  const text = statement.text.replace(/^(\s*\/\*.*?\*\/)+/s, '').trim()
  const isIn = (name: string) => text.toLowerCase().includes(name.toLowerCase())
  if (/^(drop|create)\s+(or\s+replace\s+)?(database|schema)\b/i.test(text)) return isIn(schema) ? 'table' : undefined
  if (!isIn(table) || (statement.schema !== schema && !isIn(schema))) return undefined
  if (/^(insert|update|delete|replace|load|with)\b/i.test(text)) return 'rows'
  if (!/^truncate\b/i.test(text)) return 'table'
  const names = text
    .replace(/^truncate\s+(table\s+)?/i, '')
    .replace(/\s*\/\*.*$/s, '')
    .replaceAll(/[`"]/g, '')
  const isOurs = names === `${schema}.${table}` || (names === table && statement.schema === schema)
  return isOurs ? 'emptied' : undefined
}
