import { spawnSync } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

/** A network of its own with one line to this machine, as another computer has it. */
export type ApartNetwork = {
  /** The command that starts another one in it. */
  enter: string[]
  /** The address of what runs in it, and of this machine as it is seen from there; both are reached from here, too. */
  address: string
  here: string
  /** Takes the line away, so that nothing arrives and nobody is told, and brings it back. */
  cut(): void
  mend(): void
  /** Makes a server that only this machine reaches reachable as `here`; answers at which port. */
  forward(port: number): Promise<number>
}

/** Gone after the test file; or why there can be none. */
export function apartNetwork(): ApartNetwork | string {
  const id = `weft${process.pid % 100_000}`
  const net = `10.213.${process.pid % 250}`
  const [address, here] = [`${net}.2`, `${net}.1`]
  const ip = (...args: string[]) => {
    const { status, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr || error?.message}`)
  }
  const inside = (...args: string[]) => ip('netns', 'exec', id, 'ip', ...args)
  const line = `${id}h`
  try {
    ip('netns', 'add', id)
    after(() => ip('netns', 'del', id))
    ip('link', 'add', line, 'type', 'veth', 'peer', 'name', `${id}n`)
    ip('link', 'set', `${id}n`, 'netns', id)
    ip('addr', 'add', `${here}/24`, 'dev', line)
    ip('link', 'set', line, 'up')
    inside('addr', 'add', `${address}/24`, 'dev', `${id}n`)
    inside('link', 'set', `${id}n`, 'up')
    inside('link', 'set', 'lo', 'up')
  } catch (error) {
    const reason = `There can be no network of its own here: ${(error as Error).message}`
    console.warn(`SKIPPED, ${reason}`)
    return reason
  }
  return {
    enter: ['ip', 'netns', 'exec', id],
    address,
    here,
    cut: () => inside('link', 'set', `${id}n`, 'down'),
    mend: () => inside('link', 'set', `${id}n`, 'up'),
    async forward(port) {
      const open = new Set<Socket>()
      const server = createServer((client) => {
        const to = connect(port, '127.0.0.1')
        for (const socket of [client, to]) {
          open.add(socket)
          socket.on('error', () => {}).on('close', () => (open.delete(socket), client.destroy(), to.destroy()))
        }
        client.pipe(to).pipe(client)
      })
      await new Promise<void>((done) => server.listen(0, here, done))
      after(() => {
        server.close()
        for (const socket of open) socket.destroy()
      })
      return (server.address() as { port: number }).port
    },
  }
}
