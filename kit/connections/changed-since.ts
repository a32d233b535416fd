import type { ConnectorSession, TableQuery } from '../define/connector-session.ts'
import type { StepContext } from '../define/step-context.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  wholeOnly: {
    en: 'The connection {connection} can only be read whole.',
    de: 'Die Verbindung {connection} lässt sich nur ganz lesen.',
  },
})

type Reading = { connection: string; table: string; cursor_field: string; overlap: number }
type Kept = Omit<Reading, 'overlap'> & { until: unknown }

/**
 * What a run reads: what has changed up to now since the last run that ended well, all of it where there was none. How far it reads is
 * kept when the run ends well. `overlap` is how far it looks back behind the last one: transactions are committed later than their
 * points in time say, and clocks differ; whoever writes by key finds nothing twice.
 */
export async function changedSince(
  states: StepContext['states'],
  session: ConnectorSession,
  step: string,
  { overlap, ...reading }: Reading,
): Promise<TableQuery['changed']> {
  const { connection, table, cursor_field: field } = reading
  if (!session.latest) throw new Invalid('WHOLE_ONLY', texts.wholeOnly({ connection }))
  const until = await session.latest(table, field)
  if (until === null) return undefined
  const kept = (await states.get('workflow', step)) as Kept | undefined
  await states.keepAtEnd(step, { ...reading, until } satisfies Kept)
  const isSame = kept?.connection === connection && kept.table === table && kept.cursor_field === field
  return isSame ? { field, from: earlier(kept.until, overlap), until } : undefined
}

/** Seconds before a point in time, days before a day, or so much less than a number. */
export function earlier(value: unknown, by: number): unknown {
  if (by === 0) return value
  const text = String(value)
  if (/^-?\d+$/.test(text)) return String(BigInt(text) - BigInt(by))
  const zone = /Z$|[+-]\d\d:\d\d$/.test(text)
  // A link to all changes, say, has nothing before it.
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return value
  const at = Date.parse(text.includes('T') && !zone ? `${text}Z` : text)
  const before = new Date(at - by * 1000).toISOString()
  return text.includes('T') ? (zone ? before : before.slice(0, -1)) : before.slice(0, 10)
}
