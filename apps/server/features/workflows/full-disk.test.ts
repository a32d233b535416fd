import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { copyHistories } from '@weft/engine/history/copy.server.ts'
import { smallDisk, type SmallDisk } from '@weft/engine/provisioning/testing/small-disk.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const found = await smallDisk()
const skip = typeof found === 'string' ? found : false
const disk = found as SmallDisk

test(
  'a workflow is saved with its version while the disk of the home is full, and the copy of its history follows once there is room',
  { skip },
  async () => {
    const server = await aServer({ home: disk.home })
    const { app, context } = server
    const { id: tenant_id } = await inScope(context.db, { level: 'provider' }, (trx) =>
      trx
        .insertInto('tenants')
        .values({ name: 'Full', workspace: 'full.test', api_token: 'token-full', active: true })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const { project_id } = await inScope(context.db, { level: 'tenant', tenant_id }, async (trx) => {
      await trx.insertInto('queues').values({ name: 'default' }).execute()
      return {
        project_id: (
          await trx.insertInto('projects').values({ name: 'Commerce hub' }).returning('id').executeTakeFirstOrThrow()
        ).id,
      }
    })
    const headers = {
      ...(await signedIn(server, { email: 'dev@full.test', role: 'tenant_admin', tenant_id })),
      'x-project-id': project_id,
    }
    const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
      const answer = await app.inject({
        method,
        url: `/api/app${url}`,
        headers,
        ...(payload && { payload }),
      })
      return { status: answer.statusCode, body: answer.json() as any }
    }
    const text = (title: string) =>
      `weft: 1\nlabel: Tell\nsteps:\n  - { id: go, element: manual }\n  - { id: tell, element: notify, settings: { title: ${title}, message: There } }\nedges:\n  - { from: go.out, to: tell.in }\n`
    const { id } = (await call('POST', '/workflows', { label: 'Tell', class_name: 'Tell', source: text('Before') }))
      .body.data
    const before = (await call('GET', `/workflows/${id}/code`)).body.data

    disk.fill()
    const saved = await call('PUT', `/workflows/${id}/code`, { source: text('After'), version: before.version })
    assert.deepEqual(
      [saved.status, saved.body.data.source, saved.body.data.version],
      [200, text('After'), before.version + 1],
    )
    assert.equal((await call('GET', `/workflows/${id}/revisions`)).body.data.length, 2)
    await assert.rejects(copyHistories(context.db, disk.home), { code: 'ENOSPC' })
    disk.free()

    assert.equal(await copyHistories(context.db, disk.home), 1)
    assert.equal(await copyHistories(context.db, disk.home), 0)
    const half = readdirSync(path.join(disk.home, 'git', tenant_id), { recursive: true })
      .map(String)
      .filter((name) => /\.[0-9a-f-]{36}$/.test(name))
    assert.deepEqual(half, [])
  },
)
