import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Client } from '@weft/kit/testing/product.ts'
import { quantile } from './figure.ts'

// Somebody else's browser beside an attack, in a thread of its own: what the attacker's own program computes does not count as waiting.

/** Where the server is and who asks it. */
export type Bystander = { url: string; sign_in: { email: string; password: string } }
/** The p99 of each call in milliseconds. */
export type Waited = { me: number; list: number }

const { url, sign_in } = workerData as Bystander
const user = await Client.signIn(url, sign_in)
let going = false
let watched: Promise<Waited> | undefined

parentPort!.on('message', async (message: 'begin' | 'end') => {
  going = message === 'begin'
  if (going) watched = watch()
  else parentPort!.postMessage(await watched)
})

async function watch(): Promise<Waited> {
  const [me, list] = await Promise.all([times('auth/me'), times('projects')])
  return { me: quantile(me, 0.99), list: quantile(list, 0.99) }
}

/** Calls ten times a second; a call that fails counts as ten seconds. */
async function times(path: string): Promise<number[]> {
  const took: number[] = []
  do {
    const begun = performance.now()
    const answer = await user.call('GET', path).catch(() => ({ status: 0 }))
    took.push(answer.status === 200 ? performance.now() - begun : 10_000)
    await sleep(100)
  } while (going)
  return took
}
