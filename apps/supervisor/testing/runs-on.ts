import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOf, onControl } from '@weft/kit/testing/product-database.ts'
import type { ProductTenant } from '@weft/kit/testing/product-tenant.ts'
import type { Product } from '@weft/kit/testing/product.ts'
import { processes } from './processes.ts'

/** On a machine that does much else a server that was killed needs a while; whoever waits longer than this waits for nothing. */
const longest_ms = 240_000

export async function aConnection(tenant: ProductTenant, name: string, connector: string, settings: object) {
  const { user } = tenant
  await user.post('connections', {
    ...{ label: name, name, connector, project_id: user.headers['x-project-id'] },
    settings,
  })
}

export async function aWorkflow({ user }: ProductTenant, source: string): Promise<string> {
  const label = /label: (\w+)/.exec(source)![1]!
  return (await user.post('workflows', { label, class_name: label, source })).id
}

/** A structure with a key of text or whole numbers and further fields of that kind. */
export async function aStructure(
  { user }: ProductTenant,
  table_name: string,
  [key, ...others]: [name: string, type: 'text' | 'integer'][],
): Promise<string> {
  const field = ([name, type]: [string, string], more: object = {}) => ({
    ...{ id: randomUUID(), name, type, nullable: true },
    ...(type === 'text' && { length: 190 }),
    ...more,
  })
  const { id } = await user.post('data_structures', {
    ...{ class_name: table_name[0]!.toUpperCase() + table_name.slice(1), table_name, label: table_name },
    fields: [
      field(key!, { primary_key: true, required: true, nullable: false }),
      ...others.map((other) => field(other)),
    ],
  })
  return id
}

/** Starts a run, also while the server that starts it comes back. */
export const run = ({ user }: ProductTenant, workflow: string): Promise<string> =>
  until('The workflow does not start', async () => {
    const { job_id } = await user.post(`workflows/${workflow}/run`)
    return job_id
  })

/** The job as soon as it has written so many records more, or has ended. */
export const progress = ({ user }: ProductTenant, job_id: string, before: number, more: number) =>
  until(`No progress behind ${before} records`, async () => {
    const job = await user.get(`jobs/${job_id}`)
    return job.finished_at || job.records_out > before + more ? job : undefined
  })

export const outcome = ({ user }: ProductTenant, job_id: string) =>
  until('The job does not end', async () => {
    const job = await user.get(`jobs/${job_id}`)
    return job.finished_at ? job : undefined
  })

async function until(late: string, look: () => Promise<any>): Promise<any> {
  let said: unknown
  for (const end = Date.now() + longest_ms; Date.now() < end; await sleep(50))
    try {
      const found = await look()
      if (found !== undefined) return found
    } catch (error) {
      said = error
    }
  throw new Error(late, { cause: said })
}

/** Kills a worker or the server; what is not there just now has ended already. */
export function killProcess({ supervisor }: Product, kind: 'worker' | 'server') {
  const pid = processes(kind, supervisor.pid!).toSorted((a, b) => a - b)[0]
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

/** A database of another system on the product's own PostgreSQL, so that one blow hits both; answers where it is just now. */
export async function anErp(product: Product): Promise<() => string> {
  await onControl(product, async (client) => {
    await client.query(`create role erp login password 'erp'`)
    await client.query('create database erp owner erp')
  })
  return () => `postgres://erp:erp@127.0.0.1:${new URL(databaseOf(product).url).port}/erp`
}

/** So many runs are enough for all that is there: more of them find nothing, or do nothing. */
const most_runs = 100

/**
 * Runs a workflow again and again, as its clock would, and with each of the victims a run comes to is in the middle; answers the
 * jobs, the last of which has found nothing more. `written`: ends once nobody writes any more.
 */
export async function runKilling(
  tenant: ProductTenant,
  workflow: string,
  { victims, kill, written }: { victims: string[]; kill(victim: string): Promise<void>; written(): Promise<unknown> },
) {
  const jobs: any[] = []
  const left = [...victims]
  async function ended(id: string) {
    const job = await outcome(tenant, id)
    if (!['stopped', 'info'].includes(job.status)) throw new Error(`A run failed: ${JSON.stringify(job.error)}`)
    jobs.push(job)
    if (jobs.length > most_runs) throw new Error(`${most_runs} runs, and these are not killed yet: ${left.join(', ')}`)
    return job
  }
  while (left.length > 0) {
    const id = await run(tenant, workflow)
    for (let seen = 0; left.length > 0;) {
      const job = await progress(tenant, id, seen, 0)
      if (job.finished_at) break
      seen = job.records_out
      await kill(left.shift()!)
    }
    await ended(id)
  }
  await written()
  while ((await ended(await run(tenant, workflow))).status !== 'info');
  return jobs
}
