import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { after } from 'node:test'
import { messageOf } from '../errors/caught.ts'

export type ClosedNetwork = {
  /** This machine, as it is seen from inside. */
  outside: string
  /** The machine inside, as it is seen from here: nothing listens there. */
  inside: string
  /** What comes before a command that is to run inside. */
  command: string[]
  start(args: string[]): ChildProcess
}

/** A network with a loopback of its own that leads out to this machine, and into which no route leads. Answers why where that cannot be had. */
export function closedNetwork(): ClosedNetwork | string {
  const name = `weft${process.pid}`
  const [here, there] = [`wh${process.pid}`, `wt${process.pid}`]
  const net = `10.213.${process.pid % 256}`
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })
  const inside = (...args: string[]) => ip('-n', name, ...args)
  try {
    ip('netns', 'add', name)
    after(() => ip('netns', 'delete', name))
    ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name)
    ip('address', 'add', `${net}.1/30`, 'dev', here)
    ip('link', 'set', here, 'up')
    inside('address', 'add', `${net}.2/30`, 'dev', there)
    inside('link', 'set', there, 'up')
    inside('link', 'set', 'lo', 'up')
  } catch (error) {
    const reason = `There is no network of its own here, which takes root and iproute2: ${messageOf(error).split('\n')[0]}`
    console.warn(`SKIPPED: ${reason}`)
    return reason
  }
  const command = ['ip', 'netns', 'exec', name]
  return {
    outside: `${net}.1`,
    inside: `${net}.2`,
    command,
    start(args) {
      const child = spawn(command[0]!, [...command.slice(1), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
      after(() => child.kill())
      return child
    },
  }
}
