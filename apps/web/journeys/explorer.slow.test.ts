import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { demoClients } from './demo.ts'
import { aJourney } from './opening.ts'
import { visitedPlaces, signedIn } from './places.ts'

const { product, browser, aPage } = await aJourney({ demo: true })
const places = await visitedPlaces(product)
const signed = await signedIn(browser, product)

test(
  'a record is added by hand, its faults are told at their fields, and a column keeps the width it was dragged to',
  { timeout: 180_000 },
  async () => {
    const page = await aPage(signed('tenant'))
    await page.goto(product.url + places.find(({ name }) => name === 'explorer')!.path)
    await page.getByText('830 records').waitFor()

    const open = page.getByRole('button', { name: 'Add record' })
    await open.click()
    const form = page.getByRole('dialog')
    await form.getByLabel('net_total').fill('a lot')
    await form.getByLabel('lines').fill('[{')
    await form.getByRole('button', { name: 'Add record' }).click()
    await form.getByText('This is no valid JSON.').waitFor()
    await form.getByLabel('lines').fill('')
    await form.getByRole('button', { name: 'Add record' }).click()
    await form.locator('[aria-invalid=true]').first().waitFor()
    assert.ok((await form.locator('[aria-invalid=true]').count()) >= 2)
    for (const [field, value] of Object.entries({
      order_number: 'NW-99999',
      customer: 'Nordwind AG',
      ordered_on: '2026-11-21',
      country_code: 'DE',
      net_total: '12.50',
    }))
      await form.getByLabel(field).first().fill(value)
    await form.getByRole('button', { name: 'Add record' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText('831 records').waitFor()
    // What tells of it leaves the page's actions free.
    const told = (await page.getByRole('status').filter({ hasText: 'added' }).boundingBox())!
    const action = (await open.boundingBox())!
    assert.ok(told.y > action.y + action.height)

    const head = page.getByRole('columnheader').filter({ hasText: 'customer' })
    const before = (await head.boundingBox())!
    await page.mouse.move(before.x + before.width - 3, before.y + 10)
    await page.mouse.down()
    await page.mouse.move(before.x + before.width + 97, before.y + 10, { steps: 4 })
    await page.mouse.up()
    const dragged = Math.round(before.width) + 100
    await head.and(page.locator(`[style*="width: ${dragged}px"]`)).waitFor()
    assert.equal(Math.round((await head.boundingBox())!.width), dragged)
    await page.reload()
    await head.waitFor()
    assert.equal(Math.round((await head.boundingBox())!.width), dragged)
  },
)

test('the grid names the cell one is at only while it stands there', { timeout: 180_000 }, async () => {
  const page = await aPage(signed('tenant'))
  await page.goto(product.url + places.find(({ name }) => name === 'explorer')!.path)
  const grid = page.getByRole('grid')
  await page.locator('#cell-0-2').click()
  assert.equal(await grid.getAttribute('aria-activedescendant'), 'cell-0-2')
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await page.locator('#cell-0-2').waitFor({ state: 'detached' })
  assert.equal(await grid.getAttribute('aria-activedescendant'), null)
  await grid.evaluate((element) => element.scrollTo(0, 0))
  await page.locator('[aria-activedescendant=cell-0-2] #cell-0-2').waitFor()
})

test(
  'a value changed in its cell is sent once, whichever way one leaves it, and never when it is given up',
  { timeout: 180_000 },
  async () => {
    const page = await aPage(signed('tenant'))
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON().changes.customer))
    await page.goto(product.url + places.find(({ name }) => name === 'explorer')!.path)
    const column =
      Number(await page.getByRole('columnheader').filter({ hasText: 'customer' }).getAttribute('aria-colindex')) - 1
    const cell = (row: number) => page.locator(`#cell-${row}-${column}`)
    const edit = async (row: number, text: string) => {
      await cell(row).dblclick()
      await cell(row).getByRole('textbox').fill(text)
    }
    const shown = (row: number, text: string) => cell(row).getByText(text, { exact: true }).waitFor()

    await edit(0, 'By Enter')
    await page.keyboard.press('Enter')
    await shown(0, 'By Enter')
    await edit(1, 'By Tab')
    await page.keyboard.press('Tab')
    await shown(1, 'By Tab')
    await edit(2, 'By leaving')
    await page.getByRole('textbox', { name: 'Search' }).click()
    await shown(2, 'By leaving')
    assert.equal(
      await page.getByRole('textbox', { name: 'Search' }).evaluate((element) => element === document.activeElement),
      true,
    )
    const before = await cell(3).textContent()
    await edit(3, 'Given up')
    await page.keyboard.press('Escape')
    await shown(3, before!)
    await cell(3).dblclick()
    await page.keyboard.press('Enter')
    await cell(3).getByRole('textbox').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Load again' }).click()
    await shown(2, 'By leaving')
    assert.deepEqual(sent, ['By Enter', 'By Tab', 'By leaving'])
    assert.equal(await page.getByText(/in the meantime/).count(), 0)
  },
)

test(
  'who changes a value that somebody else has changed since is told, sees the new one, and may insist',
  { timeout: 180_000 },
  async () => {
    const [page, other] = [await aPage(signed('tenant')), await aPage(signed('tenant'))]
    const sent: number[] = []
    page.on('response', (response) => response.request().method() === 'PUT' && sent.push(response.status()))
    for (const one of [page, other]) await one.goto(product.url + places.find(({ name }) => name === 'explorer')!.path)
    const column =
      Number(await page.getByRole('columnheader').filter({ hasText: 'customer' }).getAttribute('aria-colindex')) - 1
    const cell = (one: typeof page) => one.locator(`#cell-5-${column}`)
    for (const one of [page, other]) await cell(one).dblclick()
    await cell(other).getByRole('textbox').fill('Of the other')
    await other.keyboard.press('Enter')
    await cell(other).getByText('Of the other', { exact: true }).waitFor()
    await cell(page).getByRole('textbox').fill('Mine')
    await page.keyboard.press('Enter')
    await cell(page)
      .getByText(/in the meantime/)
      .waitFor()
    await cell(page).getByRole('textbox').press('Enter')
    await cell(page).getByText('Mine', { exact: true }).waitFor()
    assert.deepEqual(sent, [409, 200])
  },
)

test(
  'a rejected record is corrected where it is shown, and goes on to the step that rejected it',
  { timeout: 180_000 },
  async () => {
    const { tenant } = await demoClients(product)
    const workflow = await tenant.post('workflows', {
      label: 'Only Germany',
      source:
        'weft: 1\nlabel: Only Germany\nsteps:\n  - { id: go, element: manual }\n  - { id: sound, element: validate_records, settings: { rules: [{ field: country, operator: equals, value: DE, message: Only Germany }] } }\n  - { id: log, element: write_journal, settings: { text: "{{ order }}" } }\nedges: [{ from: go.out, to: sound.in }, { from: sound.valid, to: log.in }]\n',
    })
    const { job_id: id } = await tenant.post(`workflows/${workflow.id}/run`, {
      test_data: '{"order": 7, "country": "XX", "lines": [{"sku": "A"}]}',
    })
    const page = await aPage(signed('tenant'))
    await page.goto(`${product.url}/project/workflows/reporting/${workflow.id}/${id}/details?tab=rejected`)
    await page.getByText('Nothing was written: the only record was rejected.').first().waitFor()
    await page.getByRole('table').getByText('Only Germany').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('lines').fill('[{')
    await dialog.getByText('This is no valid JSON.').waitFor()
    await dialog.getByLabel('lines').fill('[{"sku": "B"}]')
    await dialog.getByLabel('country').fill('DE')
    await assertAccessible(page, 'a rejected record being corrected')
    await dialog.getByRole('button', { name: 'Try corrected record again' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Resolved').first().waitFor()
    await page.getByRole('table').getByText('Only Germany').click()
    await dialog.getByText('As it was corrected').waitFor()
    await dialog.getByRole('link', { name: 'To the job' }).click()
    await page.getByText('Completed successfully').first().waitFor()
  },
)
