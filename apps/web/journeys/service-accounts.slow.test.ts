import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const home = '/project/settings/service-accounts'

const shown = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Token' }).innerText()
/** What a program with nothing but the token is answered. */
const ask = async (token: string, path: string) => {
  const answer = await fetch(`${product.url}/api/app/${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
  })
  const { code, data } = (await answer.json()) as { code?: string; data?: any }
  return { status: answer.status, code, data }
}
const choose = async (page: Page, label: string, option: string) => {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click()
  await page.getByRole('option', { name: option }).click()
}

test('a program is given an account for one project, its token once, and calls with nothing else', async () => {
  const page = await pageOf(sign_in, home)
  await page.getByText('No program calls yet').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create service account' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
  await choose(page, 'Project', 'Commerce hub')
  await page.getByLabel('Workflows, mappings, templates: See', { exact: true }).check()
  assert.equal(await page.getByLabel('Users: See', { exact: true }).count(), 0)
  await assertAccessible(page)
  await page.getByRole('main').locator('button[type=submit]').click()
  const token = await shown(page)
  assert.match(token, /^weft_sa_[\w-]{43}$/)
  await assertAccessible(page)
  assert.equal((await ask(token, 'workflows')).status, 200)
  assert.equal((await ask(token, 'projects')).code, 'ONLY_IN_PROJECT')
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.reload()
  await page.getByText(`${token.slice(0, 12)}…`).waitFor()
  assert.equal((await page.content()).includes(token), false)
  const [account] = await user.get('service_accounts')
  assert.deepEqual(
    [account.name, account.project_name, account.permissions],
    ['Nightly export', 'Commerce hub', ['workflows.view']],
  )
})

test('a new token is issued, the old one is good until it is revoked, and then refused at once', async () => {
  const [account] = await user.get('service_accounts')
  const { token: old } = await user.post(`service_accounts/${account.id}/tokens`, { overlap_hours: null })
  const page = await pageOf(sign_in, home)
  await page.getByRole('button', { name: 'New token' }).click()
  await choose(page, 'The tokens so far stay valid for', 'One day')
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click()
  const token = await shown(page)
  for (const each of [old, token]) assert.equal((await ask(each, 'workflows')).status, 200)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: `Revoke ${old.slice(0, 12)}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Token revoked').waitFor()
  assert.equal((await ask(old, 'workflows')).code, 'TOKEN_REVOKED')
  assert.equal((await ask(token, 'workflows')).status, 200)
})

test('an account is switched off and deleted; a wrong address is told at its field', async () => {
  const [account] = await user.get('service_accounts')
  const { token } = await user.post(`service_accounts/${account.id}/tokens`, {})
  const page = await pageOf(sign_in, home)
  await page.getByLabel('IP addresses').first().fill('300.1.1.1')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(/Write an IP address/).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('switch', { name: 'Active' }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Service account saved').waitFor()
  assert.equal((await ask(token, 'workflows')).code, 'SERVICE_ACCOUNT_INACTIVE')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('No program calls yet').waitFor()
  assert.equal((await ask(token, 'workflows')).code, 'TOKEN_UNKNOWN')
})
