import type { Socket } from 'socket.io-client'
import { useEffect, useRef } from 'react'
import type { RealtimeEvent as Announced } from '../realtime/events.ts'
import { session } from './session.ts'

/** What the server tells on the user's channel; of a topic it watches, with that. */
export type SilentEvent = Announced & { data?: any; topic?: string }

type Handler = (event: SilentEvent) => void
const handlers = new Set<{ topic?: string | undefined; handle: Handler }>()
const watched = new Map<string, number>()
let opening: Promise<Socket> | undefined

/**
 * Hears events: all of the user's own without a topic, those of `job:<id>` and the like with one. Nothing is replayed after a
 * reconnect, so show state from the API and let events only refresh it.
 */
export function useLive(topic: string | undefined, handle: Handler) {
  const latest = useRef(handle)
  latest.current = handle
  useEffect(() => {
    const entry = { topic, handle: (event: SilentEvent) => latest.current(event) }
    handlers.add(entry)
    if (topic) watch(topic)
    else void connect()
    return () => {
      handlers.delete(entry)
      if (topic) unwatch(topic)
    }
  }, [topic])
}

function watch(topic: string) {
  const count = watched.get(topic) ?? 0
  watched.set(topic, count + 1)
  if (count === 0) void connect().then((socket) => socket.emit('watch', topic))
}

function unwatch(topic: string) {
  const count = watched.get(topic) ?? 0
  if (count > 1) return void watched.set(topic, count - 1)
  watched.delete(topic)
  void opening?.then((socket) => socket.emit('unwatch', topic))
}

/** Opens the channel of the signed-in user once; the same socket serves everybody. */
function connect(): Promise<Socket> {
  return (opening ??= import('socket.io-client').then(({ io }) => {
    const socket = io({
      path: '/socket',
      auth: (give) => give({ token: session.token() }),
      transports: ['websocket', 'polling'],
    })
    socket.on('silent', (event: SilentEvent) => {
      for (const entry of handlers) if (!entry.topic || !event.topic || entry.topic === event.topic) entry.handle(event)
    })
    socket.on('connect', () => {
      for (const topic of watched.keys()) socket.emit('watch', topic)
    })
    return socket
  }))
}

/** With the token of a new sign-in; the server has let go of the old one's. */
export async function reconnect() {
  const socket = await opening
  socket?.disconnect().connect()
}

/** At sign-out. */
export function closeSocket() {
  void opening?.then((socket) => socket.disconnect())
  opening = undefined
}
