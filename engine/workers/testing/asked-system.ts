import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

/** A system that answers when the test says so, and knows who waits for it at once. */
export async function anAskedSystem() {
  const open = new Map<ServerResponse, { name: string; pid: number }>()
  const asked: { name: string; pid: number }[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://here')
    const one = { name: pathname.slice(1), pid: Number(searchParams.get('pid')) }
    asked.push(one)
    open.set(response, one)
    response.on('close', () => open.delete(response))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const waiting = (name = '') => [...open.values()].filter((one) => one.name.startsWith(name))
  return {
    /** What a run has to ask for, to be known by this name. */
    at: (name: string) => `${url}/${name}`,
    /** Who has ever asked, in that order. */
    asked: (name = '') => asked.filter((one) => one.name.startsWith(name)),
    waiting,
    /** Answers all that wait under names that begin so. */
    answer(name = '') {
      for (const [response, one] of open) {
        if (!one.name.startsWith(name)) continue
        open.delete(response)
        response.end('{}')
      }
    },
    /** Until so many wait at once. */
    async waits(count: number, name = '') {
      for (const until = Date.now() + 30_000; Date.now() < until; await sleep(10))
        if (waiting(name).length === count) return waiting(name)
      throw new Error(`${waiting(name).length} of ${count} wait for ${name}`)
    },
  }
}
