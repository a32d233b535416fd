import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { documentDatabaseOf } from '@weft/engine/documents/mongodb/database-name.ts'
import { openMongo } from '@weft/engine/documents/mongodb/line.server.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { ferretDb, type FerretDb } from '@weft/kit/testing/ferretdb.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { aJourney, seenInBoth } from './opening.ts'

const administrator = { user: 'root', password: 'Sturm-und-Drang' }
const found = await ferretDb({ ...administrator, database: 'admin' })
const skip = typeof found === 'string' ? found : false
const ferret = found as FerretDb
const password = 'Correct-Horse-1'

test(
  'a server that speaks as MongoDB is registered, a tenant is set up whose documents lie there, and what a run leaves is read from it',
  { skip, timeout: 420_000 },
  async () => {
    const { product, pageOf } = await aJourney()
    const page = await pageOf(adminSignIn, '/admin/settings/server')
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: 'Add server', exact: true }).click()
    await dialog.getByLabel('Name').fill('Ferret')
    await dialog.getByRole('combobox', { name: 'Engine' }).or(dialog.getByLabel('Engine')).first().click()
    await page.getByRole('option', { name: 'MongoDB' }).click()
    await dialog.getByLabel('Host').fill('127.0.0.1')
    await dialog.getByLabel('Port').fill(String(ferret.port))
    await dialog.getByLabel('Administrator').fill(administrator.user)
    await dialog.getByLabel('Password').fill('wrong')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await dialog.getByText(/The database could not be opened\..*Authentication failed/).waitFor()
    await dialog.getByLabel('Password').fill(administrator.password)
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await dialog.getByText(/Connected: FerretDB 1\.24/).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/FerretDB 1\.24\.\d+, /).waitFor()
    await page.getByText(/^This server has no roles/).waitFor()
    await assertAccessible(page, 'servers')
    await seenInBoth(page, 'document-server')

    await page.goto(`${product.url}/admin/clients/create`)
    for (const [label, value] of [
      ['Company name', 'Alster Archiv'],
      ['Workspace domain', 'alster.example'],
      ['First name', 'Ada'],
      ['Last name', 'Hansen'],
    ] as const)
      await page.getByLabel(label).fill(value)
    await page.getByLabel(/^E-mail/).fill('ada@alster.example')
    await page.getByLabel(/^Password/).fill(password)
    // Records lie on no server that keeps documents only.
    await page.getByRole('combobox', { name: 'Database server' }).click()
    await page.getByRole('option', { name: 'Embedded' }).waitFor()
    assert.equal(await page.getByRole('option', { name: /Ferret/ }).count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Document database' }).click()
    await page.getByRole('option', { name: 'Ferret (MongoDB)' }).click()
    await page.getByText(/Proven against FerretDB 1\.24/).waitFor()
    await assertAccessible(page, 'entry form')
    await seenInBoth(page, 'document-database')
    await page.getByRole('main').getByRole('button', { name: 'Create tenant' }).click()
    await page.getByRole('heading', { name: 'Alster Archiv is ready' }).waitFor()
    await page.getByRole('button', { name: 'Open tenant' }).click()
    await page.getByRole('heading', { name: 'Alster Archiv' }).waitFor()
    const [tenant] = await (await Client.signIn(product.url, adminSignIn, 'admin')).get('clients?searchTerm=Alster')

    await page.goto(`${product.url}/admin/clients/${tenant.id}/databases`)
    const database = documentDatabaseOf(tenant.id)
    await page.getByText(`documents · ${database}@127.0.0.1:${ferret.port}/${database}`).waitFor()
    await page.getByRole('button', { name: 'New password' }).nth(1).click()
    await dialog.getByRole('button', { name: 'New password' }).click()
    await page.getByText('The login has a new password').waitFor()
    await page.getByRole('button', { name: 'Test connection' }).nth(1).click()
    await page.getByText(/^Connected: FerretDB 1\.24/).waitFor()
    await assertAccessible(page, 'databases')
    await seenInBoth(page, 'document-connection')

    const ada = await Client.signIn(product.url, { email: 'ada@alster.example', password })
    const project = await ada.post('projects', { name: 'Commerce hub', short: 'hub' })
    const user = ada.with({ 'x-project-id': project.id })
    const source = `weft: 1
label: Lines
steps:
  - { id: go, element: manual }
  - { id: each, element: split_list, settings: { list: lines, keep: none } }
  - { id: say, element: write_journal, settings: { text: "{{ sku }}" } }
edges: [{ from: go.out, to: each.in }, { from: each.out, to: say.in }]
`
    const { id } = await user.post('workflows', { label: 'Lines', class_name: 'Lines', source })
    const { job_id } = await user.post(`workflows/${id}/run`, { test_data: '{"lines":[{"sku":"A-1"},{"sku":"A-2"}]}' })
    await user.ended(job_id)
    const read = () => user.get(`process_debug_data/${job_id}`)
    let kept = await read()
    for (let tries = 0; kept.length === 0 && tries < 100; tries += 1) {
      await sleep(100)
      kept = await read()
    }
    assert.deepEqual(kept[0].debug_data.each, { exits: { out: [{ sku: 'A-1' }, { sku: 'A-2' }] }, refused: [] })

    const client = await openMongo(
      { host: '127.0.0.1', port: ferret.port, username: administrator.user, password: administrator.password },
      'admin',
    )
    const rows = await client.db(database).collection('debug_data').find().toArray()
    await client.close()
    assert.deepEqual(
      rows.map(({ job_id: job, project_id }) => [job, project_id]),
      [[job_id, project.id]],
    )
  },
)
