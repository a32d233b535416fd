import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loggedPostgres } from '@weft/kit/testing/logged-postgres.ts'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// How much of its log a database keeps for the workflows that follow it stands on the page of its connection.

const shop = await loggedPostgres()
const { product, pageOf } = await aJourney()
const { admin, user, sign_in, project_id } = await aTenantOn(product, 'Hanse Handel')
await admin.put('settings/egress', { allow: [{ host: shop.settings.host, port: shop.settings.port }] })
await shop.owner.query(`create table sales_order (id int primary key, total numeric(12, 2));
  create table customer_address_with_a_rather_long_name (id int primary key, city text)`)

const connection = await user.post('connections', {
  label: 'Shop Hamburg',
  name: 'shop_hamburg',
  connector: 'postgres',
  project_id,
  settings: shop.settings,
})
async function followed(label: string, table: string, most_gb: number) {
  const source = JSON.stringify({
    weft: 1,
    label,
    steps: [
      { id: 'changes', element: 'change_captured', settings: { connection: 'shop_hamburg', table, most_gb } },
      { id: 'log', element: 'write_journal', settings: { text: '{{ id }}' } },
    ],
    edges: [{ from: 'changes.out', to: 'log.in' }],
  })
  const { id } = await user.post('workflows', { label, class_name: label.replaceAll(' ', ''), source })
  await user.ended((await user.post(`workflows/${id}/run`)).job_id)
}
await followed('Orders to the warehouse', 'sales_order', 10)
await followed('Addresses', 'customer_address_with_a_rather_long_name', 0.05)
await shop.owner.query(`create table noise as select repeat('x', 1000) from generate_series(1, 24000)`)
await onControl(product, (control) => control.query('update connection_captures set next_look_at = now()'))

const place = `/project/integrations/connections/${connection.id}`

test('what is kept, for whom, and how much at most', async () => {
  const page = await pageOf(sign_in, place)
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Log kept for workflows' }) })
  const row = (workflow: string) => panel.getByRole('listitem').filter({ hasText: workflow })
  await row('Orders to the warehouse')
    .getByText(/^[\d.]+ MB of 10 GB$/)
    .waitFor({ timeout: 90_000 })
  await row('Addresses')
    .getByText(/^[\d.]+ MB of 50 MB$/)
    .waitFor()
  await seenInBoth(page, 'captures')
  await row('Orders to the warehouse').getByRole('link').click()
  await page.waitForURL(/workflows/)
})

test('in German and on a phone it holds together', async () => {
  const page = await pageOf(sign_in, place, { language: 'de' })
  for (const [size, width, height] of [
    ['wide', 1440, 900],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByText('weft_shop_hamburg').last().scrollIntoViewIfNeeded()
    await seenInBoth(page, `captures-de-${size}`)
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  }
})
