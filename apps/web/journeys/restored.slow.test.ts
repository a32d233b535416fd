import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn } from '@weft/kit/testing/product.ts'
import { aJourney, picture } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user } = await aTenantOn(product, 'Hanse Handel')
const source =
  'weft: 1\nlabel: Reminder\nsteps:\n  - { id: go, element: manual }\n  - { id: wait, element: delay, settings: { for: 1h } }\nedges:\n  - { from: go.out, to: wait.in }\n'
const workflow = await user.post('workflows', { label: 'Reminder', class_name: 'Reminder', source })

test('an administrator is told that a restored installation is held, sees what was under way and releases it', async () => {
  const { job_id } = await user.post(`workflows/${workflow.id}/run`)
  for (let status = ''; status !== 'waiting'; await sleep(100)) ({ status } = await user.get(`jobs/${job_id}`))
  await onControl(product, (client) =>
    client.query("insert into restorations (made_at) values (now() - interval '1 hour')"),
  )

  const page = await pageOf(adminSignIn, '/dashboard')
  await page
    .getByText(/This installation was restored from a backup of .*: schedules, webhooks and jobs wait/)
    .waitFor()
  await picture(page, 'restored-dashboard')
  await page.getByRole('link', { name: 'Have a look' }).first().click()
  const held = page.getByRole('region', { name: 'Restored from a backup and held' })
  await held.getByText('One run was under way and goes on where it was.', { exact: false }).waitFor()
  await held.getByRole('row', { name: /Reminder Hanse Handel/ }).waitFor()
  await assertAccessible(page, 'a restored installation')
  await picture(page, 'restored-held')
  const german = await pageOf(adminSignIn, '/admin/settings/system/queues', { language: 'de', scheme: 'dark' })
  await german.getByText('Ein Lauf war im Gange und macht dort weiter, wo er war.', { exact: false }).waitFor()
  await picture(german, 'restored-held-german')

  await held.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await page.getByText('Released: everything goes on').waitFor()
  await held.waitFor({ state: 'detached' })
  const [row] = await onControl(
    product,
    async (client) => (await client.query('select released_by from restorations')).rows,
  )
  const [admin] = await onControl(
    product,
    async (client) => (await client.query('select id from users where email = $1', [adminSignIn.email])).rows,
  )
  assert.equal(row.released_by, admin.id)
})
