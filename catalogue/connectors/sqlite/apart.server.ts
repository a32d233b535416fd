import path from 'node:path'
import type { ConnectorSession, ReadBatch } from '@weft/kit/define/connector-session.ts'
import type { Reach } from '@weft/kit/define/connector.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Answer, Call, Question } from './questions.ts'

const texts = defineMessages({
  slow: {
    en: 'SQLite has worked on one question to "{path}" for more than {seconds} seconds and was stopped. Ask for less, or for what an index finds.',
    de: 'SQLite hat an einer Frage an „{path}“ länger als {seconds} Sekunden gearbeitet und wurde angehalten. Fragen Sie nach weniger oder nach dem, was ein Index findet.',
  },
  hungry: {
    en: 'SQLite needed more than {megabytes} MB for a question to "{path}" and was stopped.',
    de: 'SQLite hat für eine Frage an „{path}“ mehr als {megabytes} MB gebraucht und wurde angehalten.',
  },
  crashed: {
    en: 'SQLite broke down over "{path}". The file may be damaged.',
    de: 'SQLite ist an „{path}“ zerbrochen. Die Datei ist möglicherweise beschädigt.',
  },
  closed: { en: 'The file is closed.', de: 'Die Datei ist geschlossen.' },
})

const limit_seconds = 120
const memory_mb = 768
const entry = path.join(import.meta.dirname, 'process.server.ts')

type Limits = { seconds?: number }
type Waiting = { resolve(value: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout }

/** A session in a process of its own: SQLite cannot be interrupted while it works on a statement, a process can be ended. */
export async function openApart(
  apart: NonNullable<Reach['apart']>,
  copy: { folder: string; place: string },
  named: string,
  { seconds = limit_seconds }: Limits = {},
): Promise<ConnectorSession> {
  const waiting = new Map<number, Waiting>()
  let questions = 0
  let gone: Error | undefined
  const program = apart({
    entry,
    folder: copy.folder,
    memory_mb,
    hear(message) {
      const { question, value, failure } = message as Answer
      const asking = waiting.get(question)
      if (!asking) return
      waiting.delete(question)
      clearTimeout(asking.timer)
      if (!failure) asking.resolve(value)
      else asking.reject(new WeftError(failure.status, failure.code, failure.say))
    },
    ended(why) {
      gone ??=
        why === 'memory'
          ? new Invalid('STATEMENT_REFUSED', texts.hungry({ path: named, megabytes: memory_mb }))
          : new Invalid('STATEMENT_REFUSED', texts.crashed({ path: named }))
      for (const { reject, timer } of waiting.values()) {
        clearTimeout(timer)
        reject(gone)
      }
      waiting.clear()
    },
  })

  const ask = <T>(call: Call) =>
    new Promise<unknown>((resolve, reject) => {
      if (gone) return reject(gone)
      const question = ++questions
      const timer = setTimeout(() => {
        gone ??= new Invalid('STATEMENT_REFUSED', texts.slow({ path: named, seconds }))
        program.end()
      }, seconds * 1_000)
      waiting.set(question, { resolve, reject, timer })
      program.send({ question, ...call } satisfies Question)
    }) as Promise<T>

  async function* batches(of: 'read' | 'query', ...with_: unknown[]): AsyncGenerator<ReadBatch> {
    const list = await ask<number>({ of, with: with_ })
    try {
      for (;;) {
        const batch = await ask<ReadBatch | null>({ of: 'next', with: [list] })
        if (!batch) return
        yield batch
      }
    } finally {
      if (!gone) await ask({ of: 'stop', with: [list] }).catch(heardElsewhere)
    }
  }

  try {
    await ask({ of: 'open', with: [copy.place, named] })
  } catch (error) {
    program.end()
    throw error
  }
  return {
    discover: () => ask({ of: 'discover', with: [] }),
    describe: (table) => ask({ of: 'describe', with: [table] }),
    latest: (table, field) => ask({ of: 'latest', with: [table, field] }),
    lookup: (query) => ask({ of: 'lookup', with: [query] }),
    query: (text, parameters) => batches('query', text, parameters),
    read: (query, cursor) => batches('read', query, cursor),
    async close() {
      gone ??= new Unavailable('CONNECTION_FAILED', texts.closed())
      program.end()
    },
  }
}
