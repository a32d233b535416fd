import { isListed } from '@weft/kit/define/ip-range.ts'
import type { Environment } from '@weft/kit/env/environment.server.ts'
import { program } from '@weft/kit/process/program.server.ts'
import { keepAlive, type KeptAlive } from './kept-alive.ts'

type SignIn = { email: string; password: string; about: string }
type Said = { ready?: boolean; first?: SignIn; demo?: SignIn[] }

export type KeptApi = Pick<KeptAlive, 'tell' | 'stop'> & {
  /** Until it answers for the first time. */ serving: Promise<void>
}

/** Keeps the API server running. It loads while the database starts, and begins when it is told where that is. */
export function keepApi({ WEFT_HOME, WEFT_API_MEMORY_MB, HOST, PORT }: Environment): KeptApi {
  const { promise: serving, resolve: serves } = Promise.withResolvers<void>()
  let welcomed = false
  const welcome = ({ ready, first, demo }: Said) => {
    if (first) console.log(`\nThe first administrator, said only this once:\n  ${first.email}   ${first.password}`)
    if (ready && !welcomed) console.log(`\nWeft is ready: ${whereToOpen(HOST, PORT)}`)
    if (ready) welcomed = true
    if (ready) serves()
    for (const { email, password, about } of demo ?? [])
      console.log(`  ${about.padEnd(16)} ${email.padEnd(36)} ${password}`)
  }
  const server = keepAlive({
    file: program('server'),
    env: { WEFT_HOME },
    // Node's own choice sets 128 MB aside for what has just been made: a minute after its start the server held 259 MB, so 202.
    flags: ['--max-semi-space-size=16', ...(WEFT_API_MEMORY_MB ? [`--max-old-space-size=${WEFT_API_MEMORY_MB}`] : [])],
    said: (message) => welcome(message as Said),
  })
  return { ...server, serving }
}

/** Where the pages are, and how somebody elsewhere gets to them. */
function whereToOpen(host: string, port: number): string {
  if (isListed(host, ['0.0.0.0', '::']))
    return `http://localhost:${port}\n  It listens on all addresses of this machine (HOST=${host}).`
  if (host !== 'localhost' && !isListed(host, ['127.0.0.0/8', '::1']))
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `http://localhost:${port}\n  It listens on ${host}, for this machine only. To open it to others, start it with HOST=0.0.0.0, behind a proxy that speaks HTTPS.`
}
