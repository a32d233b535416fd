import type { StepContext } from '@weft/kit/define/step-context.ts'
import { outside } from '@weft/kit/process/outside.server.ts'

type Connections = StepContext['connections']

/** The connections of a run, which waits for the outside while it waits for what a system behind them answers. */
export function outsideConnections(connections: Connections): Connections {
  const opened = async <T extends object>(open: () => Promise<T>, answers?: string): Promise<T> =>
    outsideCalls(await outside(open), answers)
  return {
    open: (name) => opened(() => connections.open(name), 'write'),
    capture: (name, use) => opened(() => connections.capture(name, use)),
    files: (name) => opened(() => connections.files(name)),
    messages: (name) => opened(() => connections.messages(name)),
    mailbox: (name) => opened(() => connections.mailbox(name)),
    mail: (name) => opened(() => connections.mail(name)),
    actions: (name) => opened(() => connections.actions(name)),
    http: (name) => opened(() => connections.http(name)),
  }
}

/** A session of which each call that answers later is one to the outside; the call `opener` answers another such session. */
function outsideCalls<T extends object>(session: T, opener?: string): T {
  return new Proxy(session, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(value, target, given)
        if (isList(answer)) return eachOutside(answer)
        if (!(answer instanceof Promise)) return answer
        const heard = outside(() => answer as Promise<unknown>)
        return name === opener ? heard.then((one) => outsideCalls(one as object)) : heard
      }
    },
  })
}

/** What is read bit by bit; a stream of bytes is passed on as it is. */
const isList = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer && !('pipe' in answer)

async function* eachOutside<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  const items = list[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await outside(() => items.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await items.return?.()
  }
}
