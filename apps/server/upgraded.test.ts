// In a process of its own: it has another key, which a process reads once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { prepareDatabase } from '@weft/kit/database/prepare.server.ts'
import { openConfiguration } from '@weft/engine/runtime/configuration.server.ts'
import { installationBeforeSquash } from '@weft/kit/testing/before-squash.ts'
import { openContext } from './open-context.ts'
import { createServer } from './server.ts'

const { url, keys, key } = await installationBeforeSquash(process.env['WEFT_TEST_CLUSTER']!, 'weft_upgraded')
await prepareDatabase(url, keys)
process.env['WEFT_SECRET_KEY'] = key
const home = mkdtempSync(path.join(tmpdir(), 'weft-upgraded-'))
const opened = await openContext({ home, app_url: appUrl(url, appPassword(keys.root)), demo: false })
const app = await createServer(opened.context)
after(async () => {
  await app.close()
  await opened.close()
  rmSync(home, { recursive: true, force: true })
})

test('who worked in an installation before the squash signs in as before and finds what they made, run and kept secret', async () => {
  const signed = await app.inject({
    method: 'POST',
    url: '/api/app/auth/login',
    headers: { 'x-workspace': 'hanse-handel.example' },
    payload: { email: 'hanna@hanse-handel.example', password: 'fFdN2w27ceDPkgFiXD5X' },
  })
  assert.equal(signed.statusCode, 200, signed.body)
  const headers: Record<string, string> = {
    authorization: `Bearer ${signed.json().meta.token}`,
    'x-api-key': String(signed.headers['api-key']),
  }
  const list = async (what: string) => (await app.inject({ url: `/api/app/${what}`, headers })).json().data
  const [project] = await list('projects')
  assert.equal(project.name, 'Commerce hub')
  headers['x-project-id'] = project.id
  const names = async (what: string, name: string) => (await list(what)).map((row: Record<string, string>) => row[name])
  assert.deepEqual((await names('workflows', 'label')).sort(), ['Import sales orders', 'Load master data'])
  assert.deepEqual(await names('jobs', 'status'), ['stopped', 'stopped', 'stopped', 'stopped'])
  assert.equal((await list('data_structures')).length, 5)
  const [value] = await list('config_values')
  assert.deepEqual([value.name, value.kind, value.secret], ['shop.token', 'secret', ''])
  const scope = { level: 'tenant', tenant_id: signed.json().meta.tenant.id, project_id: project.id } as const
  assert.equal(await openConfiguration(opened.context.db, keys, scope).value('shop.token'), 's3cret-of-before')
})
