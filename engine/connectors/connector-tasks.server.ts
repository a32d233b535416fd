import type { ConnectorBody, Reach } from '@weft/kit/define/connector.ts'
import type { ConnectorSession, DescribedTable } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { egressBy, type Way } from '../connections/egress.server.ts'
import { openHttp } from '../connections/http.server.ts'
import { reachBy } from '../connections/reach.server.ts'
import { clear, forgetCleared } from '../isolation/cleared.ts'
import { implement, type TaskContext } from '../isolation/serve.server.ts'
import { checkTask, describeTask, discoverTask } from './connector-tasks.ts'

type Bodies = () => Promise<Record<string, ConnectorBody<never>>>

/** What connectors do while somebody waits: in a process that reaches the hosts it was given and no other. */
export function connectorTasks(bodies: Bodies) {
  const bodyOf = async (connector: string) => (await bodies())[connector] as ConnectorBody<unknown>

  /** Opens a line to the system for as long as it takes. */
  async function connected<T>(
    { connector, settings }: { connector: string; settings: unknown },
    context: TaskContext,
    work: (session: ConnectorSession) => Promise<T>,
  ): Promise<T> {
    const body = await bodyOf(connector)
    return reaching(context, async (reach) => {
      const session = await body.open!(settings, reach)
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
    implement(discoverTask, (options, context) => connected(options, context, (session) => session.discover())),
    implement(describeTask, ({ table: name, sample, ...options }, context) =>
      connected(options, context, async (session) => {
        const table = await session.describe(name)
        return { table, sample: await sampleOf(session, table, sample) }
      }),
    ),
  ]
}

/** A few records. In another order than the key's only where the table is small or the order costs nothing. */
async function sampleOf(session: ConnectorSession, table: DescribedTable, limit: number): Promise<DataRecord[]> {
  const [newest] = table.cursors
  const isSmall = table.rows !== null && table.rows < 100_000
  const order = newest && isSmall ? { order: `-${newest}` } : {}
  const records: DataRecord[] = []
  for await (const batch of session.read({ table: table.name, limit, ...order })) records.push(...batch.records)
  return records
}

/** The way out begins in the process that gave the task: it answers where a host and port lead, or refuses them. */
async function reaching<T>({ ask }: TaskContext, work: (reach: Reach) => Promise<T>): Promise<T> {
  forgetCleared()
  const egress = egressBy(async (host, port) => {
    const way = (await ask('resolve', { host, port })) as Way
    for (const one of [host, ...way.addresses]) clear(one, way.port)
    return way
  })
  try {
    return await work(reachBy(egress, openHttp({ egress })))
  } finally {
    await egress.close()
  }
}
