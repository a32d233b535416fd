import type { Socket } from 'node:net'
import { closedEarly } from '@weft/kit/network/open-socket.server.ts'

/** What the server says no to, in its own words. */
export class Refusal extends Error {}

export type Dialogue = {
  socket: Socket
  /** What the server says by itself when it is connected. */
  greeting(): Promise<string>
  /** A command and the line it is answered with, without `+OK`. */
  ask(command: string): Promise<string>
  /** A command that is answered with many lines, which is what comes back, bytes as they are. */
  askLines(command: string, most_bytes: number): Promise<Buffer>
}

const patience_ms = 60_000
const longest_line = 10_000
const newline = Buffer.from('\r\n')
const end = Buffer.from('\r\n.\r\n')

/** Commands and answers of POP3, one after the other: https://www.rfc-editor.org/rfc/rfc1939 */
export function dialogueOver(socket: Socket): Dialogue {
  /** All that comes until it is whole. Nothing is asked before the last answer has ended, so nothing comes behind it. */
  const answer = (isWhole: (tail: Buffer, isRefused: boolean) => boolean, most_bytes: number) =>
    new Promise<Buffer>((done, fail) => {
      const chunks: Buffer[] = []
      let size = 0
      const timer = setTimeout(() => give(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), patience_ms)
      const give = (error?: Error) => {
        clearTimeout(timer)
        socket.off('data', data).off('error', give).off('close', closed)
        if (error) fail(error)
        else done(Buffer.concat(chunks))
      }
      const closed = () => give(closedEarly())
      const data = (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > most_bytes) return socket.destroy(new Error(`an answer of more than ${most_bytes} bytes`))
        const tail = Buffer.concat(chunks.slice(-8)).subarray(-end.length)
        if (isWhole(tail, chunks[0]![0] === 0x2d)) give()
        return undefined
      }
      socket.on('data', data).on('error', give).on('close', closed)
      if (socket.destroyed) closed()
    })
  const line = async () => firstLine(await answer((tail) => tail.subarray(-2).equals(newline), longest_line))
  const say = (command: string) => {
    if (/[\r\n]/.test(command)) throw new Refusal('a line break in a command')
    socket.write(`${command}\r\n`)
  }
  return {
    socket,
    greeting: line,
    async ask(command) {
      say(command)
      return line()
    },
    async askLines(command, most_bytes) {
      say(command)
      const whole = await answer(
        (tail, isRefused) => (isRefused ? tail.subarray(-2).equals(newline) : tail.equals(end)),
        most_bytes,
      )
      firstLine(whole)
      return unstuffed(whole.subarray(whole.indexOf(newline)))
    },
  }
}

function firstLine(answer: Buffer): string {
  const at = answer.indexOf(newline)
  const text = answer.subarray(0, at < 0 ? answer.length : at).toString('utf8')
  if (text.startsWith('+')) return text.replace(/^\+(OK)? ?/, '')
  throw new Refusal(text.replace(/^-ERR ?/, ''))
}

/** Lines that begin with a dot have another one before it, and a dot alone is the end. */
export function unstuffed(lines: Buffer): Buffer {
  const text = lines.toString('latin1').replaceAll('\r\n..', '\r\n.')
  return Buffer.from(text.slice(newline.length, text.length - end.length + newline.length), 'latin1')
}
