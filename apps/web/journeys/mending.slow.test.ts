import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { demoClients } from './demo.ts'
import { aJourney, seenInBoth } from './opening.ts'
import { signedIn } from './places.ts'

const { product, browser, aPage } = await aJourney({ demo: true })
const { tenant } = await demoClients(product)
const signed = await signedIn(browser, product)
const home = `${product.url}/project/reporting/rejected`

const countries = ['Deutschland', 'GER', 'Österreich', 'Deutschland', 'DEU', 'Schweiz', 'Deutschland', 'GER']
const orders = [
  ...countries.map((country, i) => ({ number: `SH-482${13 + i}`, customer: `Kunde ${i + 1}`, country, parcels: i })),
  { number: 'SH-48244', customer: 'Kita Sonnenblick', country: 'Deutschland', parcels: 900 },
]
const field = (name: string, more: object = {}) => ({
  id: crypto.randomUUID(),
  name,
  type: 'text',
  nullable: true,
  unsigned: false,
  unique: false,
  index: false,
  required: false,
  primary_key: false,
  show_in_view: true,
  skip_on_delta: false,
  ...more,
})

/** A workflow over the orders, two runs of which have rejected all of them for their country. */
async function rejectedOrders() {
  const structure = await tenant.post('data_structures', {
    label: 'Delivery',
    class_name: 'Delivery',
    table_name: 'delivery',
    published: true,
    fields: [
      field('number', { primary_key: true, nullable: false, required: true }),
      field('customer'),
      field('country', { length: 2 }),
      field('parcels', { type: 'integer', max: 100 }),
    ],
  })
  const source = JSON.stringify({
    weft: 1,
    label: 'Import deliveries',
    steps: [
      { id: 'start', element: 'manual' },
      { id: 'each', element: 'split_list', settings: { list: 'orders' } },
      { id: 'keep', label: 'Write deliveries', element: 'write_records', settings: { structure_id: structure.id } },
    ],
    edges: [
      { from: 'start.out', to: 'each.in' },
      { from: 'each.out', to: 'keep.in' },
    ],
  })
  const { id } = await tenant.post('workflows', { label: 'Import deliveries', class_name: 'ImportDeliveries', source })
  await tenant.post(`workflows/${id}/publish`)
  for (const _ of [1, 2]) await tenant.post(`workflows/${id}/run`, { test_data: JSON.stringify({ orders }) })
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200)) {
    const [cause] = (await tenant.get(`rejection_causes?filter[workflow_id]=${id}`)) as { id: string; runs: number }[]
    if (cause?.runs === 2) return { structure: structure.id as string, workflow: id as string, cause: cause.id }
  }
  throw new Error('Nothing was rejected.')
}
const made = await rejectedOrders()
// What the demo itself has rejected is nothing to do here.
const others = ((await tenant.get('rejection_causes')) as { id: string; workflow_id: string }[])
  .filter(({ workflow_id }) => workflow_id !== made.workflow)
  .map(({ id }) => id)
await tenant.post('rejection_causes/ignore', { ids: others, reason: 'Of another workflow' })

const button = (page: Page, name: RegExp) => page.getByRole('button', { name })

test('rejected records are found by cause, mended once by a value map after a trial, and go on', async () => {
  const page = await aPage(signed('tenant'))
  await page.goto(`${product.url}/project/reporting/jobs`)
  await page.getByRole('link', { name: 'Rejected', exact: true }).click()
  await page.waitForURL(/reporting\/rejected$/)
  await page
    .getByText(/Import deliveries/)
    .first()
    .waitFor()
  await seenInBoth(page, 'rejected')
  await page
    .getByRole('link', { name: /too long|at most|longer/i })
    .first()
    .click()
  await page.getByText(/each value at least once/).waitFor()
  await seenInBoth(page, 'cause')

  await page.getByRole('combobox', { name: 'Looked after by' }).click()
  await page.getByRole('option', { name: 'Hanna Hansen' }).click()
  await page.getByText('In work', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Comment' }).fill('The shop sends names of countries since Monday.')
  await button(page, /^Add comment$/).click()
  await page.getByRole('listitem').filter({ hasText: 'names of countries since Monday' }).waitFor()

  assert.equal(await button(page, /^Apply to 18$/).isDisabled(), true)
  for (const [value, code] of Object.entries({
    Deutschland: 'DE',
    GER: 'DE',
    DEU: 'DE',
    Österreich: 'AT',
    Schweiz: 'CH',
  }))
    await page.getByRole('textbox', { name: `${value} becomes`, exact: true }).fill(code)
  await button(page, /^Try on 10$/).click()
  await page.getByText(/of 10 go through/).waitFor()
  await seenInBoth(page, 'cause-tried')
  const before = (await tenant.get(`data_structures/${made.structure}/records`)) as unknown[]
  assert.deepEqual(before, [])

  await page.getByRole('textbox', { name: 'DEU becomes', exact: true }).fill('DEU?')
  await page.getByText('Changed since the trial, try again.').waitFor()
  assert.equal(await button(page, /^Apply to 18$/).isDisabled(), true)
  await page.getByRole('textbox', { name: 'DEU becomes', exact: true }).fill('DE')
  await button(page, /^(Try again|Try on 10)$/).click()
  await page.getByText(/of 10 go through/).waitFor()
  await button(page, /^Apply to 18$/).click()
  await page.getByText('16 records went through').waitFor()
  await page.getByText('Mended', { exact: true }).first().waitFor()
  await seenInBoth(page, 'cause-applied')

  const written = (await tenant.get(`data_structures/${made.structure}/records?perPage=50`)) as { country: string }[]
  assert.deepEqual(written.map(({ country }) => country).toSorted(), ['AT', 'CH', 'DE', 'DE', 'DE', 'DE', 'DE', 'DE'])
  await button(page, /^Next cause$/).click()
  await page.getByText('parcels').first().waitFor()
})

test('a cause is ignored for a reason, and what is ignored is no open one', async () => {
  const [cause] = (await tenant.get(`rejection_causes?filter[workflow_id]=${made.workflow}&filter[field]=parcels`)) as {
    id: string
  }[]
  const page = await aPage(signed('tenant'))
  await page.goto(`${home}/${cause!.id}`)
  await page.getByRole('radio', { name: /Ignore with a reason/ }).click()
  await page.getByLabel('Reason').fill('Large orders go by lorry')
  await page.getByRole('contentinfo').or(page.locator('aside footer')).getByRole('button', { name: 'Ignore' }).click()
  await page.getByText('Ignored: Large orders go by lorry').waitFor()
  await page.goto(`${home}?state=ignored`)
  await page.getByText('parcels').first().waitFor()
})

test('what waits is exported, corrected and imported again', async () => {
  const [cause] = (await tenant.get(`rejection_causes?filter[workflow_id]=${made.workflow}&filter[field]=parcels`)) as {
    id: string
  }[]
  const page = await aPage(signed('tenant'))
  await page.goto(`${home}/${cause!.id}`)
  await button(page, /^Export$/).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'As CSV' }).click(),
  ])
  const text = String(await buffer(await download.createReadStream()))
  assert.equal(text.match(/Kita Sonnenblick/g)!.length, 2)
  const [line] = text.split('\n').filter((one) => one.includes('Kita'))
  const corrected = text.replace(line!, line!.replace('900', '9'))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, /^Import corrected$/).click()])
  await chooser.setFiles({ name: 'corrected.csv', mimeType: 'text/csv', buffer: Buffer.from(corrected) })
  await page.getByText('One corrected record is being tried again').waitFor()
  await page.getByText('One row changed nothing.').waitFor()
  await page.getByText('Mend one record').waitFor()
})

test('by phone and in German a cause is mended by a rule', async () => {
  const [cause] = (await tenant.get(`rejection_causes?filter[workflow_id]=${made.workflow}&filter[field]=parcels`)) as {
    id: string
  }[]
  await tenant.post('rejection_causes/reopen', { ids: [cause!.id] })
  const page = await aPage({ ...signed('tenant'), language: 'de', viewport: { width: 390, height: 844 } })
  await page.goto(home)
  await page
    .getByText(/Import deliveries/)
    .first()
    .waitFor()
  await seenInBoth(page, 'rejected-phone')
  await page.goto(`${home}/${cause!.id}`)
  await page.getByRole('radio', { name: /Nach Regel ersetzen/ }).click()
  await page.getByLabel('Wo der Wert passt').fill('^900$')
  await page.getByLabel('wird daraus').fill('90')
  await page.getByText('1 von 1 passen').waitFor()
  await seenInBoth(page, 'cause-phone')
  await button(page, /^An 1 proben$/).click()
  await page.getByText('1 von 1 gehen durch').waitFor()
  await button(page, /^Auf 1 anwenden$/).click()
  await page.getByText('Ein Datensatz ging durch').waitFor()
  const stored = (await tenant.get(`data_structures/${made.structure}/records?perPage=50`)) as { number: string }[]
  assert.equal(stored.length, 9)
})
