import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

/** A password nobody has to remember: 144 random bits, safe in addresses and shells. */
export const generatePassword = () => randomBytes(18).toString('base64url')

let decoy: Promise<string> | undefined

/** Whether a password fits. Takes as long for an account that does not exist as for one that does. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password nobody has')
  const fits = await verify(stored ?? (await decoy), password)
  return fits && Boolean(stored)
}
