import { z } from 'zod'
import { uuidPattern } from '../define/uuid.ts'
import { inWords } from '../messages/patterns.ts'

// Everything that travels over the socket, both ways. The server validates by these, the fuzzer generates from them.

/** What a browser says when it opens its socket: the token of its session. */
export const hello = z.object({ token: z.string().min(1).max(200) })

const watchable = new RegExp(`^(?:queues|(?:job|provisioning|move|project):${uuidPattern})$`)
/** What a browser may watch beside its user's own events. */
const topic = z
  .string()
  .max(100)
  .regex(
    inWords(watchable, {
      en: 'There is nothing to watch by this name.',
      de: 'Unter diesem Namen gibt es nichts zu beobachten.',
    }),
  )

/** What a browser may emit, by the name of the event: its arguments without the acknowledgement. */
export const clientEvents = {
  watch: z.tuple([topic]),
  unwatch: z.tuple([topic]),
}

/** What a browser hears on its user's channel as the event `silent`. */
const silentEvent = z.object({
  type: z.enum(['notification', 'job', 'debug', 'queue', 'supervisor', 'provisioning', 'lock', 'communication']),
  level: z.enum(['info', 'success', 'warning', 'error']).optional(),
  title: z.string().optional(),
  message: z.string().optional(),
  link: z.string().optional(),
  data: z.unknown().optional(),
})
export type RealtimeEvent = z.output<typeof silentEvent>

/** To users by uuid, or to whoever watches a topic such as `job:<id>`; the server lets only those watch who may see it. */
const audience = z.union([z.object({ users: z.array(z.string()) }), z.object({ topic: z.string() })])
export type Audience = z.output<typeof audience>

/** How the server processes tell each other of an event. */
export const announcement = z.object({ to: audience, event: silentEvent })
