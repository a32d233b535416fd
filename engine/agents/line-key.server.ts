import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { z } from 'zod'

/** Clocks of the machines of an installation may differ by less. */
const good_ms = 120_000

const asked = z.object({
  tenant_id: z.uuid(),
  agent_id: z.uuid(),
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65_535),
  once: z.string(),
  until: z.number(),
})
/** A line that one process of this installation asks another for, which holds the agent. */
export type AskedLine = Pick<z.output<typeof asked>, 'tenant_id' | 'agent_id' | 'host' | 'port'>

const signed = (root: Buffer, text: string) =>
  createHmac('sha256', createHmac('sha256', root).update('weft agent line').digest()).update(text).digest()

/** Says which line is asked for, so that only who has the key of this installation can have said it. */
export function signLine({ root }: Keyring, line: AskedLine, now = Date.now()): string {
  const text = Buffer.from(JSON.stringify({ ...line, once: randomUUID(), until: now + good_ms })).toString('base64url')
  return `${text}.${signed(root, text).toString('base64url')}`
}

/** What seals the bytes of this one line, known to both processes and to nobody else. */
export const lineSecret = ({ root }: Keyring, said: string): Buffer =>
  createHmac('sha256', createHmac('sha256', root).update('weft agent line sealed').digest()).update(said).digest()

/** Reads what was said, once: nothing where it was not said with the key, is too old or was heard before. */
export function lineReader({ root }: Keyring) {
  const heard = new Map<string, number>()
  return (said: string, now = Date.now()): AskedLine | undefined => {
    const [text = '', mark = ''] = said.split('.')
    const [own, given] = [signed(root, text), Buffer.from(mark, 'base64url')]
    if (given.length !== own.length || !timingSafeEqual(own, given)) return undefined
    const { once, until, ...line } = asked.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    for (const [key, end] of heard) {
      if (end >= now) break // they came in this order
      heard.delete(key)
    }
    if (until < now || until > now + 2 * good_ms || heard.has(once)) return undefined
    heard.set(once, now + 3 * good_ms)
    return line
  }
}
