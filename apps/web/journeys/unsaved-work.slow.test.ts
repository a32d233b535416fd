import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, ...journey } = await aJourney()
const pool = openPool(databaseOf(product).url, { max: 2, level: 'system' })
after(() => pool.end())
const { admin, sign_in } = await aTenantOn(product, 'Hanse Handel')
const create = '/project/settings/queues/create'

const letIdle = () =>
  pool.query(
    `update sessions set used_at = now() - interval '2 hours' where user_id = (select id from users where email = $1)`,
    [sign_in.email],
  )
const projectOf = (page: Page) => page.getByRole('banner').getByText('Commerce hub').first()
const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: /Please sign in again|Bitte melden Sie sich erneut an/ })
async function signInAgain(page: Page, password = sign_in.password) {
  await dialogOf(page)
    .getByLabel(/^(Password|Passwort)$/)
    .fill(password)
  await page.keyboard.press('Enter')
}

/** Once the page's next socket is let in. */
const nextSocket = (page: Page) =>
  new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && resolve()),
    ),
  )

test('a session that ends while somebody writes asks for the password over the page and sends what was refused', async () => {
  const page = await journey.pageOf(sign_in, create)
  await projectOf(page).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly orders')
  await letIdle()
  await page.getByRole('button', { name: /^(Create|Save)/ }).click()
  await dialogOf(page)
    .getByText(/^Ended on .+ after 60 minutes without use\.$/)
    .waitFor()
  await seenInBoth(page, 'session-ended')
  await page.keyboard.press('Escape')
  await signInAgain(page, 'wrong')
  await dialogOf(page).getByText('Login data do not match.').waitFor()
  const isLive = nextSocket(page)
  await signInAgain(page)
  await dialogOf(page).waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.pathname !== create)
  await page.getByText('Nightly orders').first().waitFor()
  await projectOf(page).waitFor()

  await isLive
  await admin.post('announcements', { title: 'Maintenance tonight', level: 'warning', audience: 'all' })
  await page.getByText('Maintenance tonight').first().waitFor()
})

test('whoever goes on in one tab goes on in all', async () => {
  const first = await journey.pageOf(sign_in, create, { language: 'de' })
  const second = await first.context().newPage()
  await second.goto(product.url + create)
  await second.getByRole('textbox', { name: 'Name' }).fill('Zweite')
  await first.getByRole('textbox', { name: 'Name' }).fill('Erste')
  await letIdle()
  for (const tab of [first, second]) {
    await tab.getByRole('button', { name: /^(Anlegen|Speichern|Warteschlange)/ }).click()
    await dialogOf(tab).waitFor()
  }
  await seenInBoth(first, 'session-ended-de')
  await signInAgain(first)
  for (const [tab, name] of [
    [first, 'Erste'],
    [second, 'Zweite'],
  ] as const) {
    await dialogOf(tab).waitFor({ state: 'detached' })
    await tab.getByText(name).first().waitFor()
  }
})

test('a bookmark opened with a session that is over leads to the sign-in, and from there to what it names', async () => {
  const page = await journey.pageOf(sign_in, '/dashboard')
  await letIdle()
  await page.goto(`${product.url}${create}?from=mail`)
  await page.locator('[name=email]').fill(sign_in.email)
  await page.locator('[name=password]').fill(sign_in.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${product.url}${create}?from=mail`)
})

test('somebody else at the page signs in as themselves', async () => {
  const page = await journey.pageOf(sign_in, create)
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await letIdle()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await dialogOf(page).getByRole('button', { name: 'Not you?' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  assert.equal(await page.evaluate(() => localStorage.getItem('id_token')), null)
})

test('a dialog asks before typed text goes, however it is left; an untouched one just closes', async () => {
  const page = await journey.pageOf(sign_in, '/project/notes')
  const open = page.getByRole('button', { name: 'New note' }).first()
  const dialog = page.getByRole('dialog', { name: 'New note' })
  const question = page.getByRole('dialog', { name: 'Discard what you have typed?' })
  await open.click()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await open.click()
  await dialog.getByRole('textbox').first().fill('Call Hanse Handel')
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]
  for (const leave of ways) {
    await leave()
    await question.getByRole('button', { name: 'Go on writing' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await dialog.getByRole('textbox').first().inputValue(), 'Call Hanse Handel')
  }
  await page.keyboard.press('Escape')
  await seenInBoth(page, 'discard-typed')
  await question.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('the wizard of data structures asks before it throws away what was entered', async () => {
  const page = await journey.pageOf(sign_in, '/project/data-structures/create', { language: 'de' })
  await page.getByRole('textbox', { name: /^Bezeichnung/ }).fill('Aufträge')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  assert.equal(await page.getByRole('textbox', { name: /^Bezeichnung/ }).inputValue(), 'Aufträge')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.waitForURL((url) => url.pathname === '/project/data-structures')
})
