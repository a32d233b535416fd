import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'

const texts = defineMessages({
  yours: {
    en: '{count} of your queries are running already. Please wait until one of them has ended.',
    de: '{count} Ihrer Abfragen laufen bereits. Bitte warten Sie, bis eine davon beendet ist.',
  },
  many: {
    en: 'Too many queries are running at the moment. Please try again shortly.',
    de: 'Zurzeit laufen zu viele Abfragen. Bitte versuchen Sie es gleich noch einmal.',
  },
})

/** Who asks; the limits count by it. */
export type Asker = { tenant_id: string; user_id: string }

/** Queries of users at once in one process: each has a connection of its own, and the server has only so many. */
const queriesAtOnce = { user: 3, tenant: 5, all: 20 }

/** No place is left, here or at the database. */
export const full = () => new WeftError(429, 'QUERIES_BUSY', texts.many(), { retry_after: 5 })
const all = createSemaphore({ at_once: queriesAtOnce.all, waiting: 40, full })
const users = new Map<string, number>()
const tenants = new Map<string, { turn: ReturnType<typeof createSemaphore>; inside: number }>()

/**
 * Runs a user's own query when there is a place for it. Nobody can take all places of their tenant, and no tenant all of the process:
 * a user with too many is told at once, everybody else waits a little.
 */
export async function inPlace<T>({ tenant_id, user_id }: Asker, work: () => Promise<T>): Promise<T> {
  const mine = users.get(user_id) ?? 0
  if (mine >= queriesAtOnce.user)
    throw new WeftError(429, 'TOO_MANY_QUERIES', texts.yours({ count: mine }), { retry_after: 5 })
  const tenant = tenants.get(tenant_id) ?? {
    turn: createSemaphore({ at_once: queriesAtOnce.tenant, waiting: 20, full }),
    inside: 0,
  }
  users.set(user_id, mine + 1)
  tenants.set(tenant_id, tenant)
  tenant.inside++
  try {
    return await tenant.turn(() => all(work))
  } finally {
    const left = users.get(user_id)! - 1
    if (left > 0) users.set(user_id, left)
    else users.delete(user_id)
    if (--tenant.inside === 0) tenants.delete(tenant_id)
  }
}
