import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in, tenant_id, project_id } = await aTenantOn(product, 'Hanse Handel')

test(
  'what is expected of a workflow and does not come stands above it and in the bell',
  { timeout: 240_000 },
  async () => {
    const { id } = await user.post('workflows', {
      label: 'Import orders',
      class_name: 'ImportOrders',
      source:
        'weft: 1\nlabel: Import orders\nsteps: [{ id: clock, element: schedule, settings: { option: cron, cron: "0 3 1 1 *" } }]\n',
    })
    await user.post(`workflows/${id}/publish`)
    await user.put(`workflows/${id}`, { active: true })
    const page = await pageOf(sign_in, `/project/workflows/${id}/properties`)
    const every = page.getByLabel('Expected to end well every')
    await every.fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Write a duration of at least a minute').waitFor()
    await every.fill('1h')
    await page.getByLabel('With at least so many records').fill('100')
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    await page.getByRole('button', { name: 'Save' }).click()
    await saved
    await onControl(product, (client) =>
      client.query(
        `insert into expected_runs (workflow_id, tenant_id, project_id, every, watched_since) values ($1, $2, $3, '1h', now() - interval '2 hours')
       on conflict (workflow_id) do update set watched_since = excluded.watched_since`,
        [id, tenant_id, project_id],
      ),
    )
    const missing = page.getByText('An expected run is missing since')
    for (let tries = 0; tries < 30 && !(await missing.isVisible()); tries++) {
      await page.waitForTimeout(4_000)
      await page.reload()
      await every.waitFor()
    }
    await missing.waitFor()
    await seenInBoth(page, 'expected-run-missing')
    await page.getByRole('button', { name: /^Notifications, 1 unread/ }).click()
    await page.getByText('An expected run of “Import orders” is missing').first().waitFor()
    assert.deepEqual((await user.get(`workflows/${id}/expectation`)).records, 0)
  },
)
