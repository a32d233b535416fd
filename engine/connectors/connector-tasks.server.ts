import { tmpdir } from 'node:os'
import type { ConnectorBody, Reach } from '@weft/kit/define/connector.ts'
import type { ConnectorSession, DescribedTable } from '@weft/kit/define/connector-session.ts'
import type { DataRecord, FileReference } from '@weft/kit/define/record.ts'
import { egressBy, type Way } from '../connections/egress.server.ts'
import { openHttp } from '../connections/http.server.ts'
import { reachBy } from '../connections/reach.server.ts'
import { openStoredFiles } from './stored-files.server.ts'
import { clear, forgetCleared } from '../isolation/cleared.ts'
import { implement, type TaskContext } from '../isolation/serve.server.ts'
import {
  actionsTask,
  checkTask,
  describeTask,
  discoverTask,
  folderTask,
  lookTask,
  placesTask,
  profileTask,
  shapesTask,
  valuesTask,
  type FoundPlace,
} from './connector-tasks.ts'
import { lookAtFiles, lookAtMails, lookAtMessages, lookAtQuery, lookAtTable, sampleOf } from './look.server.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { shownRecords } from '@weft/kit/integrations/shown-records.ts'
import { profileOf, type TableProfile } from '@weft/kit/integrations/profile.ts'

type Opener = 'open' | 'files' | 'messages' | 'mailbox' | 'actions'
type SessionOf<K extends Opener> = Awaited<ReturnType<NonNullable<ConnectorBody<unknown>[K]>>>
type Bodies = () => Promise<Record<string, ConnectorBody<never>>>

/** What connectors do while somebody waits: in a process that reaches the hosts it was given and no other. */
export function connectorTasks(bodies: Bodies) {
  const bodyOf = async (connector: string) => (await bodies())[connector] as ConnectorBody<unknown>

  /** Opens a line to the system for as long as it takes. */
  async function connected<K extends Opener, T>(
    kind: K,
    { connector, settings }: { connector: string; settings: unknown },
    context: TaskContext,
    work: (session: SessionOf<K>) => Promise<T>,
  ): Promise<T> {
    const body = await bodyOf(connector)
    return reaching(context, async (reach) => {
      const session = (await body[kind]!(settings, reach)) as SessionOf<K>
      try {
        return await work(session)
      } finally {
        await session.close()
      }
    })
  }

  return [
    implement(checkTask, async ({ connector, settings }, context) => {
      const body = await bodyOf(connector)
      await context.ask('begun')
      return reaching(context, async (reach) => {
        await body.check(settings, reach, (step, detail) => void context.ask('passed', { step, detail }))
        return null
      })
    }),
    implement(discoverTask, (options, context) => connected('open', options, context, (session) => session.discover())),
    implement(actionsTask, (options, context) =>
      connected('actions', options, context, async (session) => (await session.list?.()) ?? []),
    ),
    implement(describeTask, ({ table: name, sample, ...options }, context) =>
      connected('open', options, context, async (session) => {
        const table = await session.describe(name)
        const records = sample === 0 ? [] : await sampleOf(session, table, sample)
        return { table, sample: shownRecords(records, table.fields) }
      }),
    ),
    implement(lookTask, async ({ look, most, ...options }, context) => {
      switch (look.of) {
        case 'table':
          return connected('open', options, context, (session) => lookAtTable(session, look, most))
        case 'query':
          return connected('open', options, context, (session) => lookAtQuery(session, look, most))
        case 'files':
          return connected('files', options, context, (session) => lookAtFiles(session, look, most))
        case 'place':
          return (await bodyOf(options.connector)).messages
            ? connected('messages', options, context, (session) => lookAtMessages(session, look, most))
            : connected('mailbox', options, context, (session) => lookAtMails(session, look, most))
      }
    }),
    implement(placesTask, async (options, context): Promise<FoundPlace[]> =>
      (await bodyOf(options.connector)).messages
        ? connected('messages', options, context, (session) => session.topics())
        : connected('mailbox', options, context, async (session) =>
            (await session.folders()).map(({ name, messages }) => ({ name, messages, kind: 'folder' as const })),
          ),
    ),
    implement(folderTask, ({ folder, ...options }, context) =>
      connected('files', options, context, (session) => session.list(folder)),
    ),
    implement(profileTask, ({ table, most, ...options }, context) =>
      connected('open', options, context, (session) => profiled(session, table, most)),
    ),
    implement(valuesTask, ({ table, fields, most, ...options }, context) =>
      connected('open', options, context, async (session) => {
        const records: DataRecord[] = []
        for await (const batch of session.read({ table, fields, limit: most })) records.push(...batch.records)
        return { records }
      }),
    ),
    implement(shapesTask, ({ tables, ...options }, context) =>
      connected('open', options, context, async (session) => {
        const found: (DescribedTable | null)[] = []
        for (const table of tables) found.push(await session.describe(table).catch(nullWhereMissing))
        return found
      }),
    ),
  ]
}

const nullWhereMissing = (error: unknown) => {
  if (error instanceof NotFound) return null
  throw error
}

const profiled_ms = 20_000
const profiledBytes = 64_000_000

/** Reads until there are enough records, or it has taken long, or they are large. */
async function profiled(session: ConnectorSession, name: string, most: number): Promise<TableProfile> {
  const table = await session.describe(name)
  const profile = profileOf(table)
  const until = Date.now() + profiled_ms
  let [read, bytes] = [0, 0]
  // One more than is wanted tells whether there are others.
  for await (const { records } of session.read({ table: name, limit: most + 1 })) {
    profile.take(records.slice(0, most - read))
    read += records.length
    bytes += JSON.stringify(records).length
    if (Date.now() > until || bytes > profiledBytes) return profile.told(session.latest !== undefined, false)
  }
  return profile.told(session.latest !== undefined, read <= most)
}

/** The way out begins in the process that gave the task: it answers where a host and port lead, or refuses them. */
async function reaching<T>({ ask, open }: TaskContext, work: (reach: Reach) => Promise<T>): Promise<T> {
  forgetCleared()
  const egress = egressBy(async (host, port) => {
    const way = (await ask('resolve', { host, port })) as Way
    for (const one of [host, ...way.addresses]) clear(one, way.port)
    return way
  })
  const stat = (path: string) => ask('file', path) as Promise<FileReference>
  const files = openStoredFiles({ stat, read: open }, tmpdir())
  try {
    const token = (refused?: string) => ask('token', { refused }) as Promise<string>
    return await work(reachBy(egress, openHttp({ egress }), token, files.file))
  } finally {
    await files.close()
    await egress.close()
  }
}
