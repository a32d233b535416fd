import type { ConnectorSession, LookupQuery, ReadBatch, TableQuery } from '@weft/kit/define/connector-session.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import type { Answer, Call, Question } from './questions.ts'
import { sqliteError } from './database.server.ts'
import { openSession } from './session.server.ts'

// Started for one file, with nothing but its code and the folder of the copy: answers one question after the other.
let session: ConnectorSession
let path = ''
const lists = new Map<number, AsyncIterator<ReadBatch>>()
let opened = 0

function listOf(batches: AsyncIterable<ReadBatch>): number {
  lists.set(++opened, batches[Symbol.asyncIterator]())
  return opened
}

async function answerTo({ of, with: given }: Call): Promise<unknown> {
  const [first, second] = given
  switch (of) {
    case 'open':
      path = second as string
      session = openSession(first as string, path)
      return null
    case 'discover':
      return session.discover()
    case 'describe':
      return session.describe(first as string)
    case 'latest':
      return session.latest!(first as string, second as string)
    case 'lookup':
      return session.lookup!(first as LookupQuery)
    case 'query':
      return listOf(session.query!(first as string, second as unknown[]))
    case 'read':
      return listOf(session.read(first as TableQuery, second))
    case 'next': {
      const next = await lists.get(first as number)!.next()
      return next.done ? null : next.value
    }
    case 'stop':
      await lists.get(first as number)?.return?.()
      lists.delete(first as number)
      return null
  }
}

const failureOf = (error: unknown) => {
  const { status, code, say }: WeftError = sqliteError(path, error)
  return { status, code, say }
}

let before: Promise<unknown> = Promise.resolve()
process.on('message', ({ question, ...call }: Question) => {
  const say = (answer: Omit<Answer, 'question'>) => process.send!({ question, ...answer } satisfies Answer)
  before = before
    .then(() => answerTo(call))
    .then(
      (value) => say({ value }),
      (error: unknown) => say({ failure: failureOf(error) }),
    )
})
process.on('disconnect', () => process.exit(0))
