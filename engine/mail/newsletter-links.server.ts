import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

type Purpose = 'confirm' | 'unsubscribe'

/** What a link of a newsletter carries: the address, and a proof that this installation has made it for this purpose. */
export const newsletterToken = (key: Keyring, purpose: Purpose, email: string) =>
  `${Buffer.from(email.toLowerCase()).toString('base64url')}.${proof(key, purpose, email.toLowerCase())}`

/** The address a link was made for; nothing when it was not made here or for something else. */
export function addressOf(key: Keyring, purpose: Purpose, token: string): string | undefined {
  const [address = '', given = ''] = token.split('.')
  const email = Buffer.from(address, 'base64url').toString()
  const wanted = Buffer.from(proof(key, purpose, email))
  const said = Buffer.from(given)
  return email !== '' && said.length === wanted.length && timingSafeEqual(said, wanted) ? email : undefined
}

const proof = (key: Keyring, purpose: Purpose, email: string) =>
  createHmac('sha256', key.root).update(`newsletter ${purpose} ${email}`).digest('base64url')
