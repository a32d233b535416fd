import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { anAgentSite } from '@weft/kit/testing/agent.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { sign_in } = await aTenantOn(product, 'Hanse Handel')
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
