import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

test(
  'beside a step stands what came in and what became of it, of whichever run is chosen',
  { timeout: 180_000 },
  async () => {
    const { id } = await user.post('workflows', {
      label: 'Orders',
      class_name: 'Orders',
      source:
        'weft: 1\nlabel: Orders\nsteps:\n  - { id: go, element: manual }\n  - { id: lines, element: split_list, settings: { list: lines } }\n  - { id: check, element: validate_records, settings: { rules: [{ field: quantity, operator: greater, value: "0", message: Nothing ordered }] } }\n  - { id: log, element: write_journal, settings: { text: "{{ sku }}" } }\nedges: [{ from: go.out, to: lines.in }, { from: lines.out, to: check.in }, { from: check.valid, to: log.in }]\n',
    })
    const run = async (lines: object[]) => {
      const order = { number: 'NW-10248', mail: 'kim@weser.example', lines }
      const { job_id } = await user.post(`workflows/${id}/run`, { test_data: JSON.stringify(order) })
      return user.ended(job_id)
    }
    const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
    await page.getByRole('button', { name: 'Data', exact: true }).click()
    await page.getByText('There is no run yet.').waitFor()
    const first = await run([{ sku: 'A-1', quantity: 2 }])
    const second = await run([
      { sku: 'B-1', quantity: 3, price: '12.50' },
      { sku: 'B-2', quantity: 0, price: '7.00' },
    ])
    await page.reload()
    const data = page.getByRole('region', { name: 'Data', exact: true })
    await data.getByText('Select a step to see its records.').waitFor()
    await page.locator('.react-flow__node[data-id=check]').click()
    const [input, output] = [
      data.getByRole('region', { name: 'Input' }).first(),
      data.getByRole('region', { name: 'Output' }).first(),
    ]
    await input.getByText('2 from “Split list”').waitFor()
    await input.getByText('B-2').waitFor()
    await input.getByText('k•••••@•••.example').first().waitFor()
    assert.equal((await page.content()).includes('kim@weser.example'), false)
    await output.getByRole('cell', { name: 'B-1' }).waitFor()
    assert.equal(await output.getByRole('cell', { name: 'B-2' }).count(), 0)
    await output.getByText('Rejected 1').click()
    await output.getByText('Nothing ordered').waitFor()
    await seenInBoth(page, 'designer-data')

    // The counts of the run stand on the lines and at exits that lead nowhere; each shows its records.
    const count = (name: string) => page.locator('.react-flow').getByRole('button', { name, includeHidden: true })
    await count('2 by “Entries”: show records').click()
    await output.getByRole('cell', { name: 'B-2' }).waitFor()
    await count('1 by “Rejected”: show records').click()
    await output.getByText('Nothing ordered').waitFor()
    await count('1 by “Valid”: show records').click()
    await output.getByRole('cell', { name: 'B-1' }).waitFor()
    assert.equal(await output.getByText('Nothing ordered').count(), 0)

    // A slash searches in the records the focus stands in, numbers choose how they are shown, brackets the run.
    await input.getByRole('region').focus()
    await page.keyboard.press('/')
    await page.keyboard.type('b-2')
    await input.getByText('1 of 2 fit.').waitFor()
    assert.deepEqual([await input.getByText('B-1').count(), await input.getByText('B-2').count()], [0, 1])
    await page.keyboard.type('x')
    await input.getByText('None of the records kept here has “b-2x”.').waitFor()
    await page.keyboard.press('Escape')
    await input.getByRole('region').focus()
    await page.keyboard.press('3')
    await input.getByRole('cell', { name: 'quantity' }).waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('[')
    await input.getByText('A-1').waitFor()
    await page.keyboard.press(']')
    await input.getByText('B-1').waitFor()
    const settings = page.getByRole('complementary', { name: 'Settings of the step' })
    await settings
      .getByLabel(/^Field/)
      .first()
      .fill('pri')
    await page.getByRole('option', { name: /^price/ }).click()
    assert.equal(
      await settings
        .getByLabel(/^Field/)
        .first()
        .inputValue(),
      'price',
    )
    await seenInBoth(page, 'designer-field')
    await page.locator('.react-flow__node[data-id=log]').click()
    await settings.getByLabel(/^Text/).fill('Order {{ num')
    await page.getByRole('option', { name: /number.*NW-10248/ }).click()
    assert.equal(await settings.getByLabel(/^Text/).inputValue(), 'Order {{ number }}')
    await page.locator('.react-flow__node[data-id=check]').click()
    await input.getByText('JSON').click()
    await input.getByText('Record 1 of 2').waitFor()
    await input.getByRole('button', { name: 'Next record' }).click()
    await input.getByText('"sku": "B-2"').waitFor()
    await input.getByText('Schema').click()
    await input.getByRole('cell', { name: 'price' }).waitFor()
    await seenInBoth(page, 'designer-data-schema')
    await data.getByRole('button', { name: 'Older run' }).click()
    await input.getByText('A-1').waitFor()
    await page.getByRole('combobox', { name: 'Run' }).click()
    await page.getByRole('option', { name: new RegExp(`^${second.number}`) }).click()
    await input.getByText('B-1').waitFor()
    assert.ok(first.number < second.number)
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.locator('.react-flow__node[data-id=finish]').waitFor()
    await data.getByRole('button', { name: 'Close the data' }).click()
    await page.getByRole('complementary', { name: 'Steps' }).waitFor()
  },
)

test('the interface gives the same, by either call, to nobody else', async () => {
  const [workflow] = await user.get('workflows')
  const { job_id } = await user.post(`workflows/${workflow.id}/run`, {
    test_data: '{"lines":[{"sku":"C-1","quantity":1}]}',
  })
  await user.ended(job_id)
  const read = () => user.get(`process_debug_data/${job_id}`)
  let kept = await read()
  for (let tries = 0; kept.length === 0 && tries < 50; tries += 1) {
    await sleep(100)
    kept = await read()
  }
  const [{ id, process_iteration_id, debug_data }] = kept
  assert.deepEqual(
    [typeof id, process_iteration_id, debug_data.check],
    ['string', job_id, { exits: { valid: [{ sku: 'C-1', quantity: 1 }] }, refused: [] }],
  )
  assert.deepEqual(await user.post('process_debug_data', { process_iteration_id: job_id }), kept)
  const other = await aTenantOn(product, 'Other')
  assert.equal((await other.user.call('GET', `process_debug_data/${job_id}`)).status, 404)
})

test('a schedule says when it comes due next, in its own time zone', async () => {
  const { id } = await user.post('workflows', {
    label: 'Mondays',
    class_name: 'Mondays',
    source:
      'weft: 1\nlabel: Mondays\nsteps:\n  - { id: clock, element: schedule, settings: { option: cron, cron: "30 6 * * 1", zone: Asia/Tokyo } }\n  - { id: log, element: write_journal, settings: { text: Monday } }\nedges: [{ from: clock.out, to: log.in }]\n',
  })
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
  await page.locator('.react-flow__node[data-id=clock]').click()
  const times = page.getByRole('region', { name: 'The next times (Asia/Tokyo)' }).getByRole('listitem')
  await times.first().waitFor()
  const said = await times.allTextContents()
  assert.equal(said.length, 5)
  for (const one of said) assert.match(one, /^Mon.*6:30 AM/)
  const settings = page.getByRole('complementary', { name: 'Settings of the step' })
  await settings.getByRole('textbox', { name: /^Cron/ }).fill('30 6 31 2 *')
  await page.getByText('This never comes due.').waitFor()
  await settings.getByRole('textbox', { name: /^Cron/ }).fill('30 6 *')
  await page.getByText('This never comes due.').waitFor({ state: 'detached' })
})
