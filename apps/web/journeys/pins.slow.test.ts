import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// Pages somebody has pinned to their menu: records and lists, in their own order, kept on the server.

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const finance = await user.post('projects', { name: 'Finance bridge', short: 'fin' })
const { id: queue } = await user.post('queues', { name: 'nightly' })
const vera = { email: sign_in.email.replace('kim', 'vera'), password: 'Correct-Horse-1' }
await user.post('users', { ...vera, role: 'viewer', first_name: 'Vera', last_name: 'Vogt', language: 'en' })

const pinned = (page: Page) => page.getByRole('region', { name: /^(Pinned|Angeheftet)$/ })
const names = (page: Page) => pinned(page).getByRole('link').allInnerTexts()
const star = (page: Page) => page.getByRole('button', { name: /^(Pin to the menu|An das Menü heften)$/ })
const kept = async () =>
  ((await user.get('pinned_pages')) as { pages: { path: string }[] }).pages.map(({ path }) => path)
/** What is told to the server arrives a moment later. */
async function isKept(paths: string[]) {
  for (let tries = 0; tries < 50; tries++) {
    if (JSON.stringify(await kept()) === JSON.stringify(paths)) return
    await new Promise((done) => setTimeout(done, 100))
  }
  assert.deepEqual(await kept(), paths)
}

test('a page is pinned by its star, put in order by keys, menu and pointer, and taken off again', async () => {
  const page = await pageOf(sign_in, '/project/notes')
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  assert.equal(await pinned(page).count(), 0)
  for (const [path, heading] of [
    ['/project/notes', 'Notes'],
    [`/project/settings/queues/${queue}`, 'nightly'],
    ['/analysis/jobs', 'Jobs'],
  ] as const) {
    await page.goto(product.url + path)
    await page.getByRole('heading', { name: heading }).first().waitFor() // a record is pinned by its name, once that is there
    await star(page).click()
    await page.getByRole('button', { name: 'Pin to the menu', pressed: true }).waitFor()
  }
  await pinned(page).getByRole('link', { name: 'nightly' }).waitFor()
  assert.deepEqual(await names(page), ['Notes', 'nightly', 'Jobs'])
  const [notes, nightly, jobs] = ['/project/notes', `/project/settings/queues/${queue}`, '/analysis/jobs']
  await isKept([notes!, nightly!, jobs!])

  await pinned(page).getByRole('link', { name: 'Jobs' }).press('Alt+ArrowUp')
  await pinned(page).getByText('Jobs is now at 2 of 3').waitFor({ state: 'attached' })
  await isKept([notes!, jobs!, nightly!])
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Jobs')

  await pinned(page).getByRole('button', { name: 'Change Notes' }).click()
  assert.equal(await page.getByRole('menuitem', { name: 'Move up' }).isDisabled(), true)
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await isKept([jobs!, notes!, nightly!])

  await pinned(page)
    .getByRole('link', { name: 'nightly' })
    .dragTo(pinned(page).getByRole('link', { name: 'Jobs' }))
  await isKept([nightly!, jobs!, notes!])
  await page.reload()
  await pinned(page).getByRole('link', { name: 'nightly' }).waitFor()
  assert.deepEqual(await names(page), ['nightly', 'Jobs', 'Notes'])

  await pinned(page).getByRole('link', { name: 'nightly' }).click()
  await page.waitForURL(new RegExp(`/queues/${queue}$`))
  await page.getByRole('heading', { name: 'nightly' }).first().waitFor() // until then the star is the page's before
  await star(page).click()
  await page.getByRole('button', { name: 'Pin to the menu', pressed: false }).waitFor()
  await pinned(page).getByRole('button', { name: 'Change Notes' }).click()
  await page.getByRole('menuitem', { name: 'Unpin' }).click()
  await isKept([jobs!])
  assert.deepEqual(await names(page), ['Jobs'])
})

test('what belongs to another project, needs a right or leads nowhere is not shown, and stays kept', async () => {
  const { id: project_id } = ((await user.get('projects')) as { id: string; name: string }[]).find(
    ({ name }) => name === 'Commerce hub',
  )!
  const pages = [
    { path: '/project/notes' },
    { path: `/project/settings/queues/${queue}`, title: 'nightly', owner_id: project_id },
    { path: `/project/settings/queues/${queue}/gone`, title: 'nowhere' },
    { path: '/admin/clients' },
    { path: '/help/support' },
  ]
  await user.put('pinned_pages', { pages })
  const page = await pageOf(sign_in, '/dashboard')
  await pinned(page).getByRole('link', { name: 'Support' }).waitFor()
  assert.deepEqual(await names(page), ['Support'])
  await page.goto(`${product.url}/project/mappings`)
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  await pinned(page).getByRole('link', { name: 'nightly' }).waitFor()
  assert.deepEqual(await names(page), ['Notes', 'nightly', 'Support'])
  await page.getByRole('banner').getByRole('button', { name: 'Project: Commerce hub' }).click()
  await page.getByRole('option', { name: finance.name }).click()
  await pinned(page).getByRole('link', { name: 'nightly' }).waitFor({ state: 'detached' })
  assert.deepEqual(await names(page), ['Notes', 'Support'])
  assert.deepEqual(
    await kept(),
    pages.map(({ path }) => path),
  )
})

test('somebody else has pins of their own; what they may not open is not among them', async () => {
  const page = await pageOf(vera, '/project/notes')
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  await page.getByRole('button', { name: 'Pin to the menu', pressed: false }).click()
  await pinned(page).getByRole('link', { name: 'Notes' }).waitFor()
  assert.deepEqual(await names(page), ['Notes'])
})

test('a pin the server refuses is taken back, and says why', async () => {
  const page = await pageOf(vera, '/help/support', { mayFail: true })
  await page.route('**/pinned_pages', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { message: 'The lamp is out.' } })
      : route.continue(),
  )
  await star(page).click()
  await page.getByText('The lamp is out.').waitFor()
  await page.getByRole('button', { name: 'Pin to the menu', pressed: false }).waitFor()
})

test('pinned pages read well in both languages, light and dark', async () => {
  await user.put('pinned_pages', {
    pages: [{ path: '/help/support' }, { path: '/help/documentation' }, { path: '/analysis/notifications' }],
  })
  for (const language of ['en', 'de'] as const) {
    const page = await pageOf(sign_in, '/help/support', { language })
    await pinned(page).getByRole('link').nth(2).waitFor()
    await pinned(page).getByRole('button').first().focus()
    await seenInBoth(page, `pinned-${language}`)
  }
})
