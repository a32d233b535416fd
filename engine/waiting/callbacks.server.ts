import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

/** The path of the address by which one step of one job is told to go on. */
export const callbackPath = (key: Keyring, job: string, step: string) =>
  `/hooks/callback/${job}/${step}/${proof(key, job, step)}`

/** Whether a part of such a path was made here for this step of this job. */
export function isCallbackProof(key: Keyring, job: string, step: string, given: string): boolean {
  const [wanted, said] = [Buffer.from(proof(key, job, step)), Buffer.from(given)]
  return said.length === wanted.length && timingSafeEqual(said, wanted)
}

const proof = (key: Keyring, job: string, step: string) =>
  createHmac('sha256', key.root).update(`callback ${job} ${step}`).digest('base64url')
