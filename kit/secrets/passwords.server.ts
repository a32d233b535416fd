import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { WeftError } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import { createSemaphore } from '../semaphore/semaphore.ts'

const texts = defineMessages({
  busy: {
    en: 'Too many people are signing in right now. Please try again in a moment.',
    de: 'Gerade melden sich zu viele gleichzeitig an. Bitte versuchen Sie es in einem Moment erneut.',
  },
})

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const busy = () => new WeftError(429, 'AUTH_BUSY', texts.busy(), { retry_after: 2 })
// One takes 20-30 ms of a core. Half of the cores keep the server answering; 40 waiting are done within a second or so, and whoever
// comes after them is told to come again instead of piling up.
const hashing = createSemaphore({
  at_once: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 40,
  full: busy,
})

/** Only somebody who is known sets a password, and waits for their turn. */
export const hashPassword = (password: string) => hashing(() => hash(password, cost), { patient: true })

let decoy: Promise<string> | undefined

async function verified(stored: string | null | undefined, password: string, turn: typeof hashing): Promise<boolean> {
  decoy ??= hash('a password nobody has', cost)
  const against = stored ?? (await decoy)
  return (await turn(() => verify(against, password))) && Boolean(stored)
}

/** Whether a password fits. Takes as long for an account that does not exist as for one that does; throws AUTH_BUSY when too many ask. */
export const passwordFits = (stored: string | null | undefined, password: string): Promise<boolean> =>
  verified(stored, password, hashing)

/** The same with turns of its own, for a door whose floods must not hold up the others. */
export function openPasswordCheck(limits: { at_once: number; waiting: number }): typeof passwordFits {
  const turn = createSemaphore({ ...limits, full: busy })
  return (stored, password) => verified(stored, password, turn)
}
