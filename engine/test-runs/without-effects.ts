import type { HttpRequest, StepContext } from '@weft/kit/define/step-context.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  heldBack: {
    en: 'This step would change something outside, which a test run does not do.',
    de: 'Dieser Schritt würde außerhalb etwas ändern, und das tut ein Testlauf nicht.',
  },
  cannotLook: {
    en: 'The system behind the connection {name} cannot promise that a statement only reads, so a test run does not put it.',
    de: 'Das System hinter der Verbindung {name} kann nicht zusichern, dass eine Anweisung nur liest; ein Testlauf stellt sie deshalb nicht.',
  },
})

/**
 * What steps of a test run may reach. Steps that change something outside are not run at all; whichever tries it nevertheless is refused
 * here. What a step keeps of itself for the next run, such as how far it has read, is let go without a word.
 */
export function withoutEffects<C extends StepContext>(context: C): C {
  const { connections, records, states, jobs } = context
  const files = readOnly(context.files)
  return {
    ...context,
    files,
    records: { ...records, open: refuse, mark: refuse, remove: refuse },
    http: (request) => (isReading(request) ? context.http(request) : refuse()),
    connections: {
      open: async (name) => {
        const { write: _, query, peek, ...session } = await connections.open(name)
        const looked = peek ?? (() => refuseWith(texts.cannotLook({ name })))
        return { ...session, ...(peek && { peek }), ...(query && { query: looked }) }
      },
      files: async (name) => {
        const opened = await connections.files(name)
        return { ...readOnly(opened), close: () => opened.close() }
      },
      http: async (name) => {
        const { base_url, request } = await connections.http(name)
        return { base_url, request: (asked) => (isReading(asked) ? request(asked) : refuse()) }
      },
      capture: refuse,
      messages: refuse,
      mailbox: refuse,
      mail: refuse,
      actions: refuse,
    },
    states: { get: states.get, set: nothing, keepAtEnd: nothing },
    references: { ...context.references, set: refuse },
    synced: { isRetry: false, known: context.synced.known, note: refuse, agree: refuse, hold: refuse },
    signals: { get: context.signals.get, settle: refuse },
    rates: { claim: async () => 0 },
    answer: refuse,
    approvals: { outcome: context.approvals.outcome, ask: refuse, expire: refuse },
    mail: refuse,
    inbox: { keep: refuse },
    notify: refuse,
    jobs: { outcome: jobs.outcome, start: refuse },
  }
}

const refuse = async (): Promise<never> => refuseWith(texts.heldBack())
function refuseWith(reason: Message): never {
  throw new Conflict('HELD_BACK', reason)
}
const nothing = async () => {}

const readOnly = ({ list, stat, read }: StepContext['files']): StepContext['files'] => ({
  list,
  stat,
  read,
  write: refuse,
  move: refuse,
  remove: refuse,
})

/** A request that only asks. GraphQL asks by POST: what holds no mutation only asks, too. */
function isReading({ method, body }: HttpRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  if (method !== 'POST' || typeof body !== 'string') return false
  const { query } = asked(body)
  return typeof query === 'string' && !/\b(mutation|subscription)\b/.test(query)
}

function asked(body: string): { query?: unknown } {
  try {
    return (parseJson(body) ?? {}) as { query?: unknown }
  } catch {
    return {}
  }
}
