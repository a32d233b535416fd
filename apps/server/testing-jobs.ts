import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDispatcher } from '@weft/engine/workers/dispatcher.server.ts'
import { openWorkers } from '@weft/engine/workers/workers.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { program } from '@weft/kit/process/program.server.ts'
import type { aServer } from './testing.ts'
import { signedIn } from './testing.ts'

type Answer = { status: number; data: any; meta: any; code: string; message: string; errors: any }

/** A server whose jobs run, in real worker processes, with a tenant, its developer and the calls a test of runs needs. */
export async function aServerWithJobs(server: Awaited<ReturnType<typeof aServer>>) {
  const { app, context, test } = server
  const tenant = await aTenant({ ...test, key: context.key })
  const headers = {
    ...(await signedIn(server, {
      email: `dev@${tenant.tenant_id}.test`,
      role: 'tenant_admin',
      tenant_id: tenant.tenant_id,
    })),
    'x-project-id': tenant.project_id,
  }
  const pool = openPool(test.app_url, { max: 6, level: 'system' })
  const workers = openWorkers({
    file: program('worker'),
    env: { WEFT_HOME: context.home, WEFT_APP_URL: test.app_url, WEFT_MACHINE: 'test' },
    spare: 1,
  })
  const dispatcher = await startDispatcher({ url: test.app_url, pool, workers, machine: 'test', most: 4 })
  after(async () => {
    await dispatcher.drain()
    await workers.stop()
    await pool.end()
  })

  /** A body given as text goes out as it is, so that a test can say numbers that no double holds. */
  async function api(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object | string): Promise<Answer> {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await app.inject({
      method,
      url: `/api/app${url}`,
      headers: { ...headers, ...(payload !== undefined && { 'content-type': 'application/json' }) },
      ...(payload !== undefined && { payload }),
    })
    return {
      status: answer.statusCode,
      ...(answer.body ? (answer.json() as Omit<Answer, 'status'>) : ({} as Omit<Answer, 'status'>)),
    }
  }

  async function aStructure(
    class_name: string,
    fields: object[],
  ): Promise<{ id: string; fields: { id: string; name: string }[] }> {
    const { status, data, ...said } = await api('POST', '/data_structures', {
      class_name,
      table_name: class_name.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase(),
      label: class_name,
      fields,
    })
    if (status !== 201) throw new Error(JSON.stringify(said))
    return data
  }

  async function aWorkflow(source: string): Promise<string> {
    const label = `W ${crypto.randomUUID()}`
    const { id } = await inScope(context.db, tenant.scope, (trx) =>
      trx
        .insertInto('workflows')
        .values({
          label,
          class_name: label.replace(/\W/g, ''),
          source: `weft: 1\nlabel: A\n${source}`,
          active: true,
          published: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  }

  async function ended(id: string) {
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(30)) {
      const { data } = await api('GET', `/jobs/${id}`)
      if (['stopped', 'warning', 'error', 'aborted', 'info'].includes(data.status)) return data
    }
    throw new Error(`job ${id} does not end`)
  }

  const start = async (workflow_id: string, more: object = {}) =>
    (
      await context.jobs.enqueue({
        tenant_id: tenant.tenant_id,
        project_id: tenant.project_id,
        workflow_id,
        started_by: 'hand',
        ...more,
      })
    ).id
  const run = async (workflow_id: string, more: object = {}) => ended(await start(workflow_id, more))

  return {
    ...server,
    tenant,
    headers,
    pool,
    api,
    aStructure,
    aWorkflow,
    start,
    run,
    ended,
    rows: async (structure: { id: string }) =>
      (await api('GET', `/data_structures/${structure.id}/records`)).data as Record<string, unknown>[],
  }
}
