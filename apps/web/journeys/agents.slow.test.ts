import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { anAgentSite } from '@weft/kit/testing/agent.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const home = '/project/integrations/agents'

test('an agent is added, started by the one command that is shown, chosen by a connection, and revoked', async () => {
  const page = await pageOf(sign_in, home)
  await page.getByText('No agents yet').waitFor()
  await seenInBoth(page, 'agents-empty')
  await page.getByRole('button', { name: 'Add agent' }).click()
  await page.getByRole('button', { name: 'Show the command' }).click()
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid=true]')).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Plant Hamburg')
  await page.getByRole('button', { name: 'Show the command' }).click()
  await page.getByRole('textbox', { name: 'What it may reach' }).fill('127.0.0.1:9')
  await seenInBoth(page, 'agent-command')
  const command = await page.getByRole('textbox', { name: 'Command' }).innerText()
  const [, url, code, allow] = /&& node weft-agent\.mjs (\S+) (\S+) --allow (\S+)$/.exec(command)!
  assert.deepEqual([url, allow], [product.url, '127.0.0.1:9'])
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Waiting for its first start').waitFor()
  const site = anAgentSite()
  after(site.remove)
  const agent = site.enrol(url!, code!, allow!)
  await agent.says('as "Plant Hamburg"')
  await page.getByText('Connected').waitFor()
  await page.getByText('127.0.0.1:9', { exact: true }).waitFor()
  await seenInBoth(page, 'agents')

  await page.goto(`${product.url}/project/integrations/connections/create?connector=rest`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop')
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:10/')
  await page.getByRole('combobox', { name: 'Reached' }).click()
  await page.getByRole('option', { name: 'Through a tunnel connection' }).click()
  await page.getByText('There is no connection of the kind SSH tunnel or HTTP proxy yet.').waitFor()
  await page.getByRole('button', { name: 'Create connection' }).click()
  await page.getByText('Please choose the connection it is reached through.').waitFor()
  await assertAccessible(page)
  await page.getByRole('combobox', { name: 'Reached' }).click()
  await page.getByRole('option', { name: 'Through an agent' }).click()
  await page.getByRole('button', { name: 'Test now' }).click()
  await page.getByText('No connected agent allows 127.0.0.1:10.').first().waitFor()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Plant Hamburg · Connected' }).click()
  await seenInBoth(page, 'connection-by-agent')
  await page.getByRole('button', { name: 'Create connection' }).click()
  await page.getByText('Through the agent Plant Hamburg').waitFor()

  await page.goto(product.url + home)
  await page.getByRole('button', { name: 'Revoke: Plant Hamburg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  assert.equal(await agent.ended, 78)
  await page.getByRole('button', { name: 'Delete: Plant Hamburg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('A connection goes through this agent.').waitFor()
})

test('on a phone and in German everything is in one column', async () => {
  const page = await pageOf(sign_in, home, { language: 'de', viewport: { width: 390, height: 844 } })
  await page.getByRole('heading', { name: 'Agenten' }).waitFor()
  await page.getByText('Widerrufen', { exact: true }).waitFor()
  await seenInBoth(page, 'agents-phone')
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
})

test('the wizard reaches a new system through an agent: its test, its tables, the draft over a reload and the runs', async () => {
  const cluster = process.env['WEFT_TEST_CLUSTER']!
  // The cluster is shared with a second try of this file.
  await execute(cluster, 'drop database if exists warehouse with (force)')
  await execute(cluster, 'create database warehouse')
  const warehouse = new URL(databaseUrl(cluster, 'warehouse'))
  await execute(
    warehouse.href,
    `create table stock (sku text primary key, pieces int); insert into stock values ('SKU-1', 7), ('SKU-2', 0)`,
  )
  const place = `127.0.0.1:${warehouse.port}`
  const { code } = await user.post('agents', { name: 'Warehouse Kiel' })
  const site = anAgentSite()
  after(site.remove)
  const agent = site.enrol(product.url, code, place)
  after(() => agent.stop())
  await agent.says('as "Warehouse Kiel"')

  const page = await pageOf(sign_in, '/project/integrations/select-connector')
  const go = () => page.getByRole('button', { name: 'Continue' }).click()
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option }).click()
  }
  const chosen = (field: string) => page.getByRole('combobox', { name: field }).inputValue()
  await page.getByRole('radio', { name: /^PostgreSQL/ }).click()
  await go()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Warehouse')
  await page.getByLabel(/^Host/).fill('127.0.0.1')
  await page.getByLabel(/^Port/).fill(warehouse.port)
  await page.getByLabel(/^Database/).fill('warehouse')
  await page.getByRole('textbox', { name: 'User' }).fill(warehouse.username)
  await choose('Encryption', 'None')
  await page.getByLabel(/^Password/).fill(decodeURIComponent(warehouse.password))
  await page.getByRole('status').filter({ hasText: 'internal network' }).waitFor()
  await choose('Reached', 'Through a tunnel connection')
  await page.getByText('There is no connection of the kind SSH tunnel or HTTP proxy yet.').waitFor()
  await page.getByText('Waiting for the fields').waitFor()
  await go()
  await page.getByText('Please choose the connection it is reached through.').waitFor()
  await seenInBoth(page, 'wizard-by-tunnel')
  await choose('Reached', 'Through an agent')
  await choose('Agent', 'Warehouse Kiel · Connected')
  await page.getByText('Ready to read').waitFor()
  await seenInBoth(page, 'wizard-by-agent')

  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await page.getByText('Waiting for the fields').waitFor()
  // The field shows its choice once the list of agents is there.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value.startsWith('Warehouse Kiel')),
  )
  assert.deepEqual([await chosen('Reached'), await chosen('Agent')], ['Through an agent', 'Warehouse Kiel · Connected'])
  await page.getByLabel(/^Password/).fill(decodeURIComponent(warehouse.password))
  await page.getByText('Ready to read').waitFor()
  await go()
  await page.getByRole('heading', { name: 'Which data should arrive?' }).waitFor()
  await page.getByRole('checkbox', { name: /stock/ }).click()
  await go()
  await page.getByRole('heading', { name: 'What is in the data' }).waitFor()
  await page.getByText('Draft saved').waitFor()
  for (const heading of ['How it stays up to date', 'How it is stored', 'Save and run for the first time']) {
    await go()
    await page.getByRole('heading', { name: heading }).waitFor()
  }
  await page.getByRole('button', { name: 'Save and run' }).click()
  await page.getByRole('heading', { name: 'Done. The first run has ended well.' }).waitFor()
  const [{ reach, agent_id, tunnel_connection_id }] = await user.get('connections?searchTerm=Warehouse')
  const [{ id }] = (await user.get('agents')).agents.filter(({ name }: { name: string }) => name === 'Warehouse Kiel')
  assert.deepEqual([reach, agent_id, tunnel_connection_id], ['agent', id, null])
  const [structure] = await user.get('data_structures?searchTerm=warehouse_stock')
  const { body } = await user.call('GET', `data_structures/${structure.id}/records?sort=sku`)
  const pieces = body.data.map(({ sku, pieces }: { sku: string; pieces: number }) => [sku, pieces])
  assert.deepEqual(pieces, [
    ['SKU-1', 7],
    ['SKU-2', 0],
  ])
})

test('in German and on a phone the wizard offers the way, too', async () => {
  const draft = await user.post('integration_drafts', { connector: 'postgres' })
  const way = { reach: 'agent', agent_id: null, tunnel_connection_id: null }
  const data = { ...draft.data, sign_in: { label: 'Lager', settings: {}, way } }
  await user.put(`integration_drafts/${draft.id}`, { data })
  const page = await pageOf(sign_in, `/project/integrations/create/${draft.id}/loginDetails`, {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  const chosen = (field: string) => page.getByRole('combobox', { name: field }).inputValue()
  assert.equal(await chosen('Erreicht'), 'Über einen Agenten')
  assert.equal(await chosen('Agent'), 'Jeder Agent, der es erlaubt')
  await seenInBoth(page, 'wizard-by-agent-phone')
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await page.setViewportSize({ width: 1440, height: 900 })
  await seenInBoth(page, 'wizard-by-agent-de')
})
