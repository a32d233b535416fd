import { ignore } from '../../log/ignore.server.ts'
import type { Client } from 'ssh2'
import { Fault } from './connection.ts'
import { faultOf } from './sftp-faults.server.ts'

/** What the library calls when a request is over. */
type Done<T> = (error: Error | null | undefined, answer?: T) => void
/** Asks the server one thing, as a promise; one without an answer in time takes the connection with it. */
export type Ask = <T>(start: (done: Done<T>) => void) => Promise<T>

/** The requests of one connection: whatever ends it, each of them hears of it. */
export function openRequests(client: Client, timeout: number): { ask: Ask; isOpen(): boolean } {
  const unanswered = new Set<(fault: Fault) => void>()
  let open = true
  const end = (fault: Fault) => {
    open = false
    for (const refuse of unanswered) refuse(fault)
  }
  client
    .on('close', () => end(new Fault('lost', 'connection closed')))
    .on('error', ignore('a line to an SFTP server is lost, which its work is told'))

  const ask: Ask = <T>(start: (done: Done<T>) => void) =>
    new Promise<T>((resolve, reject) => {
      const refuse = (error: Error) => {
        settle()
        reject(faultOf(error))
      }
      const settle = () => {
        clearTimeout(bell)
        unanswered.delete(refuse)
      }
      const bell = setTimeout(() => {
        end(new Fault('late', 'timeout'))
        client.destroy()
      }, timeout * 1000)
      unanswered.add(refuse)
      if (!open) return refuse(new Fault('lost', 'connection closed'))
      try {
        start((error, answer) => {
          if (error) return refuse(error)
          settle()
          resolve(answer as T)
        })
      } catch (error) {
        refuse(error as Error)
      }
    })

  return { ask, isOpen: () => open }
}
