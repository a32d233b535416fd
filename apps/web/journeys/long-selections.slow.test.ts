import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// A selection offers everything. Where that is more than a thousand entries it says so, and typing finds the others.

const { product, pageOf } = await aJourney()
const { user, tenant_id, sign_in } = await aTenantOn(product, 'Hanse Handel')
const workflow = await user.post('workflows', { label: 'Greet' })
const address = `/project/workflows/${workflow.id}/Queue`

test('a selection that fits shows all there is and says nothing', async () => {
  const page = await pageOf(sign_in, address)
  await page.getByRole('combobox', { name: 'Queue', exact: true }).click()
  await page.getByRole('option', { name: 'default', exact: true }).waitFor()
  assert.equal(await page.getByText('Type to find the others').count(), 0)
})

test('one that is cut off says so, shows what is chosen and finds what is typed', async () => {
  await onControl(product, (client) =>
    client.query(
      `insert into queues (tenant_id, name) select $1, 'line ' || to_char(g, 'FM0000') from generate_series(1, 1200) g`,
      [tenant_id],
    ),
  )
  const { data } = (await user.call('GET', 'queues?searchTerm=line 1199')).body
  await user.put(`workflows/${workflow.id}/queue`, { queue_id: data[0].id })

  const { total } = (await user.call('GET', 'queues')).body.meta as { total: number }
  const page = await pageOf(sign_in, address)
  const queue = page.getByRole('combobox', { name: 'Queue', exact: true })
  await page
    .getByText(`The first 1,000 of ${total.toLocaleString('en')} are listed. Type to find the others.`)
    .waitFor()
  await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'line 1199'))
  await queue.click()
  await queue.fill('line 1150')
  await page.getByRole('option', { name: 'line 1150', exact: true }).click()
  await seenInBoth(page, 'long-selection')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
  assert.equal((await user.get(`queues/${(await user.get(`workflows/${workflow.id}`)).queue_id}`)).name, 'line 1150')

  const german = await pageOf(sign_in, address, { language: 'de' })
  await german
    .getByText(
      `Die ersten 1.000 von ${total.toLocaleString('de')} sind aufgeführt. Tippen Sie, um die übrigen zu finden.`,
    )
    .waitFor()
})

test('a screen that can show no sentence of its own says it for a moment', async () => {
  const page = await pageOf(sign_in, '/project/process-manager')
  await page.getByText(/^Only the first 1,000 of [\d,]+ entries could be loaded\.$/).waitFor()
})
