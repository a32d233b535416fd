import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { aJourney, picture } from './opening.ts'

const mailbox = await aMailbox()
const { product, pageOf } = await aJourney()

test('an administrator sets the mail server, tries it, and opens an internal address for workflows', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/email')
  await page.getByRole('heading', { name: 'Email settings' }).waitFor()

  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill(String(mailbox.settings.port))
  await page.getByRole('combobox', { name: 'Encryption' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('A mail server needs a sender.').waitFor()
  await page.getByLabel('Sender').fill('Weft <weft@example.test>')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByLabel('Recipient', { exact: true }).fill('ada@example.test')
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await page.getByText('The mail server took the mail.').waitFor()
  assert.deepEqual(mailbox.received[0]!.to, ['ada@example.test'])
  await assertAccessible(page, 'email settings')
  await picture(page, 'email')

  await page.goto(`${product.url}/admin/settings/system`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Security settings/ })
    .click()
  await page.getByRole('heading', { name: 'Security settings' }).waitFor()
  const reachable = page.getByRole('region', { name: 'Reachable addresses' })
  await reachable.getByRole('button', { name: /Add/ }).click()
  await page.getByLabel(/^Host/).fill('erp.internal')
  await page.getByLabel(/^Port/).fill('8443')
  await reachable.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByText('Saved', { exact: true }).waitFor({ state: 'detached' }) // while it fades, its letters are paler than the page's
  await assertAccessible(page, 'security settings')
  await picture(page, 'security')
  const admin = await Client.signIn(product.url, adminSignIn, 'admin')
  assert.deepEqual(await admin.get('settings/egress'), { allow: [{ host: 'erp.internal', port: 8443 }] })
})

test('a news article shows as it will stand on the dashboards, and what stands beside a form stays there on a tablet', async () => {
  const page = await pageOf(adminSignIn, '/admin/news/create')
  await page.getByLabel(/^Title/).fill('New servers')
  await page.getByLabel(/^Content/).fill('On **Sunday** from 6 to 8:\n\n- no runs\n- no mails')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { name: 'New servers' }).waitFor()
  await preview.getByText('no mails').waitFor()
  assert.deepEqual(await preview.getByRole('listitem').allInnerTexts(), ['no runs', 'no mails'])
  await assertAccessible(page, 'news editor')
  await picture(page, 'news')

  const [user] = await (await Client.signIn(product.url, adminSignIn, 'admin')).get('users')
  await page.setViewportSize({ width: 1024, height: 768 })
  page.on('dialog', (dialog) => void dialog.accept()) // the article is not saved
  await page.goto(`${product.url}/admin/users/${user.id}/access-data`)
  await page.getByRole('region', { name: 'Granted IP addresses' }).scrollIntoViewIfNeeded()
  // The menu is longer than the window: the entry of the page one is at is in sight all the same.
  await page.goto(`${product.url}/admin/settings/system/audit`)
  await page.waitForFunction(() => {
    const menu = document.querySelector('nav[aria-label="Main menu"]')
    const entry = menu?.querySelector('[aria-current=page]')
    return (
      menu &&
      entry &&
      menu.scrollHeight > menu.clientHeight &&
      entry.textContent === 'Audit log' &&
      entry.getBoundingClientRect().bottom <= menu.getBoundingClientRect().bottom
    )
  })
})

test('a new tenant is told what to do first', async () => {
  const admin = await Client.signIn(product.url, adminSignIn, 'admin')
  const ada = { email: 'ada@hanse.example', password: 'Correct-Horse-1' }
  await admin.post('clients', {
    name: 'Hanse Handel',
    workspace: 'hanse.example',
    user: { first_name: 'Ada', last_name: 'Hansen', ...ada },
  })
  const page = await pageOf(ada, '/tenant/welcome')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.waitFor()
  assert.deepEqual(await steps.getByRole('link').allInnerTexts(), [
    'Create project',
    'Create data structure',
    'Create workflow',
    'Invite colleagues',
  ])
  await assertAccessible(page, 'first steps of a tenant')
  await steps.getByRole('link', { name: 'Create project' }).click()
  await page.getByLabel(/^Name/).fill('Commerce hub')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL((at) => at.pathname !== '/project/settings/projects/create')
  await page.goto(`${product.url}/tenant/welcome`)
  await steps.getByRole('listitem').filter({ hasText: 'Create project' }).getByRole('img', { name: 'Done' }).waitFor()
  await page.goto(`${product.url}/project/welcome`)
  await steps.getByRole('link', { name: 'Create dynamic model' }).waitFor()
  await assertAccessible(page, 'first steps of a project')
  await picture(page, 'first-steps')
})
