import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

test(
  'a webhook is tried while it is built: what came is checked, shown, and known to the steps behind',
  { timeout: 180_000 },
  async () => {
    await user.post('config_values', { name: 'shop_secret', kind: 'secret', value: 'very secret' })
    const { id } = await user.post('workflows', {
      label: 'Shop calls',
      class_name: 'ShopCalls',
      source:
        'weft: 1\nlabel: Shop calls\nsteps:\n  - { id: call, element: webhook, settings: { signature: github, secret: shop_secret } }\n  - { id: lines, element: split_list, settings: { list: lines } }\nedges: [{ from: call.out, to: lines.in }]\n',
    })
    await user.post('workflow_tokens', { workflow_id: id, name: 'The shop' })
    const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
    await page.locator('.react-flow__node[data-id=call]').click()
    const settings = page.getByRole('complementary', { name: 'Settings of the step' })
    await settings.getByRole('link', { name: 'The shop' }).waitFor()
    await settings.getByRole('button', { name: 'Listen for a test call' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test call' })
    await dialog.getByText('No call yet').waitFor()
    const address = await dialog.getByRole('textbox', { name: 'Test address' }).inputValue()
    const command = await dialog.locator('pre').textContent()
    assert.match(command!, /X-Hub-Signature-256: sha256=[0-9a-f]{64}/)
    assert.equal(command!.includes('very secret'), false)
    await seenInBoth(page, 'webhook-listening')

    const body = '{"number":"SO-1001","lines":[{"sku":"TEE-0815","qty":2}]}'
    const call = (secret: string) =>
      fetch(address, {
        method: 'POST',
        body,
        headers: {
          ...{ 'content-type': 'application/json', 'x-github-delivery': 'd-1' },
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
      })
    assert.equal((await call('a wrong one')).status, 401)
    await dialog.getByText('does not hold for this body').first().waitFor()
    assert.equal((await call('very secret')).status, 202)
    await dialog.getByText('Would start a run').waitFor()
    await dialog.getByRole('button', { name: /202/ }).click()
    await dialog.getByText('Signature matches (X-Hub-Signature-256)').waitFor()
    await dialog.getByText('First call with the id d-1').waitFor()
    await dialog.getByText('"sku": "TEE-0815"').waitFor()
    await seenInBoth(page, 'webhook-called')
    await dialog.getByRole('button', { name: 'Use as sample' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await fetch(address, { method: 'POST', body })).status, 404)

    await page.locator('.react-flow__node[data-id=lines]').click()
    await settings.getByLabel(/^List/).first().fill('line')
    await page.getByRole('option', { name: /^lines/ }).waitFor()
    await settings.getByText('No record seen here so far has a field line. Similar: lines.').waitFor()
    await page.getByRole('option', { name: /^lines/ }).click()
    await settings.getByText('No record seen here so far').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test run' }).click()
    assert.match(await page.getByRole('textbox', { name: 'Test data (JSON)' }).inputValue(), /"number": "SO-1001"/)
  },
)
