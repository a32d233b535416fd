import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Client } from '@weft/kit/testing/product.ts'
import { quantile } from './figure.ts'

// Somebody else's browser beside an attack, in a thread of its own, where what the attacker's program computes does not count as waiting,
// and at an address of its own, since addresses have limits.

/** Where the server is and who asks it. */
export type Bystander = { url: string; sign_in: { email: string; password: string } }
/** The p99 of each call in milliseconds. */
export type Waited = { me: number; list: number }

const { url, sign_in } = workerData as Bystander
const headers = (await Client.signIn(url, sign_in)).headers
const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' })
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
    const status = await statusOf(`${url}/api/app/${path}`).catch(() => 0)
    took.push(status === 200 ? performance.now() - begun : 10_000)
    await sleep(100)
  } while (going)
  return took
}

const statusOf = (address: string) =>
  new Promise<number>((resolve, reject) => {
    get(address, { agent, headers }, (answer) =>
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode!))
        .once('error', reject),
    ).once('error', reject)
  })
