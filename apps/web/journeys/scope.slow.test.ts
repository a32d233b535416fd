import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { enterTenant } from './enter.ts'
import { aJourney, seenInBoth } from './opening.ts'

// The panel in the head: where one works, and how one gets to another partner, tenant or project.

const { product, pageOf } = await aJourney()
const { user, sign_in, tenant_id } = await aTenantOn(product, 'Hanse Handel')
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
const partner = await admin.post('partners', {
  name: 'Nordlicht Digital',
  workspace: 'nordlicht.example',
  user: { first_name: 'Nora', last_name: 'Nielsen', email: 'nora@nordlicht.example', password: 'Correct-Horse-1' },
})
const nora = { email: 'nora@nordlicht.example', password: 'Correct-Horse-1' }
await admin.put(`clients/${tenant_id}`, { partner_id: partner.id })
const elbe = await aTenantOn(product, 'Elbe Handel') // of no partner
await user.post('projects', { name: 'Finance bridge', short: 'fin' })
await user.post('notes', { title: 'Change of the tax rate', note: 'From January on.' })
const { id: queue } = await user.post('queues', { name: 'nightly' })
await onControl(product, async (client) => {
  await client.query(
    `insert into tenants (name, workspace, api_token, partner_id, status, active)
     select 'Werft ' || lpad(n::text, 3, '0'), 'werft' || n || '.example', md5('a' || n) || md5('b' || n), $1, 'active', true
     from generate_series(1, 500) n`,
    [partner.id],
  )
})

const panel = (page: Page) => page.getByRole('dialog', { name: /^(Where you work|Wo Sie arbeiten)$/ })
const column = (page: Page, name: string) => panel(page).getByRole('region', { name: new RegExp(`^${name}`) })
const field = (page: Page, name: string) => column(page, name).getByRole('combobox')
const options = (page: Page, name: string) => column(page, name).getByRole('option')
const part = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name })
const pathOf = (page: Page) => new URL(page.url()).pathname
/** The entry the arrows have marked in the column that has the focus. */
const marked = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return id && document.getElementById(id)?.querySelector('b')?.textContent
  })
const isMarked = (page: Page, name: string) =>
  page.waitForFunction((wanted) => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return id && document.getElementById(id)?.querySelector('b')?.textContent === wanted
  }, name)

test('five hundred tenants are asked for by page, and searched by the server', async () => {
  const page = await pageOf(adminSignIn, '/project/notes')
  await page.getByRole('heading', { name: 'Which partner?' }).waitFor()
  const asked: URLSearchParams[] = []
  page.on(
    'request',
    (request) => request.url().includes('/clients?') && asked.push(new URL(request.url()).searchParams),
  )
  await part(page, 'Choose partner').click()
  await options(page, 'Tenant').nth(49).waitFor()
  assert.equal(await options(page, 'Tenant').count(), 50)
  await column(page, 'Tenant').getByText('502', { exact: true }).waitFor()
  await column(page, 'Tenant').getByText('of all partners').waitFor()
  await options(page, 'Tenant').nth(49).scrollIntoViewIfNeeded()
  await options(page, 'Tenant').nth(99).waitFor()
  await field(page, 'Tenant').fill('werft 417')
  await options(page, 'Tenant').filter({ hasText: 'Werft 417' }).waitFor()
  await column(page, 'Tenant').getByText('1', { exact: true }).waitFor()
  assert.equal(await options(page, 'Tenant').count(), 1)
  assert.deepEqual(
    asked.map((query) => [query.get('page'), query.get('perPage'), query.get('searchTerm'), query.get('noPagination')]),
    [
      ['1', '50', null, null],
      ['2', '50', null, null],
      ['1', '50', 'werft 417', null],
    ],
  )
  await field(page, 'Tenant').fill('zzz')
  await column(page, 'Tenant').getByText('Nothing for “zzz”').waitFor()
})

test('a tenant found among all brings its partner along, and the page somebody was on opens once they are in', async () => {
  const page = await pageOf(adminSignIn, '/admin/clients')
  await part(page, 'Choose partner').click()
  await field(page, 'Tenant').fill('Hanse')
  await options(page, 'Tenant').filter({ hasText: 'Hanse Handel' }).getByText('Nordlicht Digital').waitFor()
  await page.keyboard.press('Enter')
  await panel(page).waitFor({ state: 'detached' })
  await page.waitForURL(/\/tenant\/welcome$/)
  await part(page, 'Partner: Nordlicht Digital').waitFor()
  await part(page, 'Tenant: Hanse Handel').waitFor()
  await enterTenant(page)
  await part(page, 'Choose project').click()
  await options(page, 'Project').filter({ hasText: 'Finance bridge' }).click()
  await page.waitForURL(/\/project\/welcome$/)
  await page.getByRole('heading', { name: 'Finance bridge' }).waitFor()
})

test('the arrows go through columns and entries, letters search, Escape closes and gives the focus back', async () => {
  const page = await pageOf(adminSignIn, '/admin/welcome')
  await part(page, 'Choose partner').focus()
  await page.keyboard.press('Alt+p')
  await isMarked(page, 'Nordlicht Digital')
  await page.keyboard.press('ArrowDown')
  assert.equal(await marked(page), 'Without a partner')
  await options(page, 'Tenant').filter({ hasText: 'Elbe Handel' }).waitFor()
  await options(page, 'Tenant').filter({ hasText: 'Hanse Handel' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Home')
  assert.equal(await marked(page), 'Nordlicht Digital')
  await options(page, 'Tenant').filter({ hasText: 'Hanse Handel' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await isMarked(page, 'Hanse Handel')
  await page.keyboard.press('End')
  // As of now, so that nothing counts it anew meanwhile.
  await onControl(product, (client) =>
    client.query(`update tenant_figures set health = 'failing', as_of = now() where name = 'Werft 003'`),
  )
  await isMarked(page, 'Werft 049')
  await options(page, 'Tenant').nth(50).waitFor()
  await page.keyboard.press('ArrowDown')
  assert.equal(await marked(page), 'Werft 050')
  await page.keyboard.type('werft 00')
  await isMarked(page, 'Werft 001')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.equal(await marked(page), 'Werft 003')
  await options(page, 'Tenant').filter({ hasText: 'Werft 003' }).getByText('failing').waitFor()
  await column(page, 'Project').getByText('Its projects show once you have entered Werft 003.').waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  assert.equal(await marked(page), 'Werft 001')
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  assert.equal(await part(page, 'Choose partner').evaluate((element) => element === document.activeElement), true)
})

test('another project keeps the page, a record gives way to its list, the tenant has a home of its own', async () => {
  const page = await pageOf(sign_in, '/project/notes')
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  await page.getByText('Change of the tax rate').waitFor()
  assert.equal(await column(page, 'Tenant').count(), 0)
  await part(page, 'Project: Commerce hub').click()
  assert.equal((await column(page, 'Tenant').count()) + (await column(page, 'Partner').count()), 0)
  await options(page, 'Project').filter({ hasText: 'Finance bridge' }).click()
  await part(page, 'Project: Finance bridge').waitFor()
  assert.equal(pathOf(page), '/project/notes')
  await page.getByText('Change of the tax rate').waitFor({ state: 'detached' })

  // What was used lately leads back.
  await part(page, 'Project: Finance bridge').click()
  await panel(page).getByRole('region', { name: 'Recently used' }).getByRole('button', { name: 'Commerce hub' }).click()
  await page.getByText('Change of the tax rate').waitFor()

  await page.goto(`${product.url}/project/settings/queues/${queue}`)
  await page.getByRole('heading', { name: 'nightly' }).waitFor()
  await page.getByRole('textbox', { name: /^Name/ }).fill('weekly')
  await part(page, 'Project: Commerce hub').click()
  await options(page, 'Project').filter({ hasText: 'Finance bridge' }).click()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await part(page, 'Project: Commerce hub').click()
  await options(page, 'Project').filter({ hasText: 'Finance bridge' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.waitForURL(/\/project\/settings\/queues$/)
  await part(page, 'Project: Finance bridge').waitFor()

  await page.goto(`${product.url}/tenant/welcome`)
  await part(page, 'Project: Finance bridge').click()
  await options(page, 'Project').filter({ hasText: 'Commerce hub' }).click()
  await page.waitForURL(/\/project\/welcome$/)
})

test('a partner chooses among its own tenants, and goes from a project up to the tenant', async () => {
  const page = await pageOf(nora, '/project/notes')
  await part(page, 'Choose tenant').click()
  assert.equal(await column(page, 'Partner').count(), 0)
  await column(page, 'Tenant').getByText('501', { exact: true }).waitFor()
  await field(page, 'Tenant').fill('Elbe')
  await column(page, 'Tenant').getByText('Nothing for “Elbe”').waitFor()
  await field(page, 'Tenant').fill('Hanse')
  await options(page, 'Tenant').filter({ hasText: 'Hanse Handel' }).click()
  await page.waitForURL(/\/tenant\/welcome$/)
  await enterTenant(page)
  await page.goto(`${product.url}/project/mappings`)
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  await part(page, 'Tenant: Hanse Handel').click()
  await options(page, 'Tenant').filter({ hasText: 'Hanse Handel' }).click()
  await page.waitForURL(/\/tenant\/welcome$/)
  await part(page, 'Choose project').waitFor()
})

test('what one may no longer choose is not offered as used lately', async () => {
  const page = await pageOf(adminSignIn, '/tenant/welcome')
  await page.getByRole('main').getByRole('button', { name: 'Without a partner' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Elbe Handel' }).click()
  await enterTenant(page)
  await part(page, 'Project: Commerce hub').waitFor()
  await part(page, 'Partner: Without a partner').click()
  await options(page, 'Partner').filter({ hasText: 'Nordlicht Digital' }).click()
  await page.waitForURL(/\/partner\/welcome$/)
  const recent = panel(page).getByRole('region', { name: 'Recently used' })
  await part(page, 'Partner: Nordlicht Digital').click()
  await recent.getByRole('button', { name: 'Elbe Handel / Commerce hub' }).waitFor()
  await page.keyboard.press('Escape')
  await page.route(`**/api/*/clients/${elbe.tenant_id}`, (route) => route.fulfill({ status: 404, json: {} }))
  await page.reload()
  const refused = page.waitForResponse((response) => response.url().endsWith(`/clients/${elbe.tenant_id}`))
  await part(page, 'Partner: Nordlicht Digital').click()
  await refused
  await options(page, 'Partner').first().waitFor()
  assert.equal(await recent.count(), 0)
})

test('the panel reads well in both languages, light and dark, and has room on a phone', async () => {
  for (const language of ['en', 'de'] as const) {
    const page = await pageOf(nora, '/tenant/welcome', { language })
    await page.getByRole('main').getByRole('button', { name: 'Hanse Handel' }).click()
    await enterTenant(page)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /: Hanse Handel$/ })
      .click()
    await options(page, language === 'en' ? 'Project' : 'Projekt')
      .first()
      .waitFor()
    await seenInBoth(page, `scope-${language}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await seenInBoth(page, `scope-phone-${language}`)
    const leave = (await page.getByRole('complementary').getByRole('button').last().boundingBox())!
    assert.ok(leave.x >= 0 && leave.x + leave.width <= 390, JSON.stringify(leave))
    const box = (await panel(page).boundingBox())!
    assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
    assert.equal(
      await panel(page)
        .getByRole('region', { name: /^(Tenant|Mandant)/ })
        .count(),
      1,
    )
    assert.equal(
      await panel(page)
        .getByRole('region', { name: /^(Project|Projekt)/ })
        .count(),
      0,
    )
  }
})
