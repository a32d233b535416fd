import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn } from '@weft/kit/testing/product.ts'
import { aJourney, picture } from './opening.ts'

const { product, pageOf } = await aJourney()
const { admin, user, sign_in } = await aTenantOn(product, 'Queue Works')
const code =
  'export default (records) => { const until = Date.now() + 9000; while (Date.now() < until); return records }'
const source = `weft: 1\nlabel: Slow\nsteps:\n  - { id: go, element: manual }\n  - { id: slow, element: code, settings: { code: "${code}" } }\nedges:\n  - { from: go.out, to: slow.in }\n`
const workflow = await user.post('workflows', { label: 'Slow', class_name: 'Slow', source, concurrency_limit: 10 })
await user.post(`workflows/${workflow.id}/publish`, { published: true, active: true })

const queues = '/admin/settings/system/queues'

test('an administrator restarts the workers: whoever designs is warned while running jobs end', async () => {
  const page = await pageOf(adminSignIn, queues)
  const machines = page.getByRole('region', { name: 'Machines' })
  await machines.getByText('Running', { exact: true }).waitFor()
  const designer = await pageOf(sign_in, `/project/workflows/${workflow.id}/mode/build`)
  await designer.getByRole('heading', { name: 'Slow' }).waitFor()
  const { job_id, id = job_id } = await user.post(`workflows/${workflow.id}/run`)
  for (let status = ''; status !== 'working'; await sleep(100)) ({ status } = await user.get(`jobs/${id}`))
  await machines.getByText('Slow · Queue Works', { exact: false }).waitFor()
  await assertAccessible(page, 'queues of the administration')
  await picture(page, 'queues')

  await page.getByRole('button', { name: 'All machines' }).click()
  await page.getByRole('menuitem', { name: 'Restart' }).click()
  await page.getByRole('button', { name: 'Restart', exact: true }).click()
  await designer
    .getByText(
      /The queues are interrupted: running jobs are being finished, others wait\. One of yours is still running\. Then the workers restart by themselves\./,
    )
    .waitFor()
  await picture(designer, 'designer-interrupted')
  await machines.getByText(/^Restarted/).waitFor()
  await designer.getByText('The queues are interrupted').waitFor({ state: 'detached' })
  const job = await user.get(`jobs/${id}`)
  assert.deepEqual([job.status, job.attempt, job.error], ['stopped', 1, null])
})

test('an administrator stops the queue of one tenant, and cancels what waits there in the background', async () => {
  const page = await pageOf(adminSignIn, `${queues}?searchTerm=Queue+Works`)
  await page.getByRole('button', { name: 'Stop the queue default of Queue Works' }).click()
  await page.getByRole('button', { name: 'Go on with the queue default of Queue Works' }).waitFor()
  const designer = await pageOf(sign_in, `/project/workflows/${workflow.id}/mode/build`)
  await designer.getByText('The queue “default” is stopped', { exact: false }).waitFor()
  for (let i = 0; i < 3; i++) await user.post(`workflows/${workflow.id}/run`)

  await page.goto(`${product.url}${queues}/jobs`)
  await page.getByRole('row', { name: /Slow/ }).nth(2).waitFor()
  await assertAccessible(page, 'queued jobs of the administration')
  await picture(page, 'queued-jobs')
  await page.getByRole('button', { name: 'Actions for all queued jobs found' }).click()
  await page.getByRole('menuitem', { name: 'Cancel all 3 found' }).click()
  await page.getByRole('button', { name: 'Cancel jobs' }).click()
  await page.getByText('3 jobs cancelled').waitFor()
  assert.deepEqual((await user.get('jobs')).map((job: { status: string }) => job.status).toSorted(), [
    'aborted',
    'aborted',
    'aborted',
    'stopped',
  ])

  await page.goto(`${product.url}${queues}/settings`)
  await page.getByLabel('Warm workers').waitFor()
  await assertAccessible(page, 'queue settings')
  await picture(page, 'queue-settings')
  await page.goto(`${product.url}/admin/settings/system/languages`)
  await page.getByRole('row', { name: /Suomi/ }).waitFor()
  await assertAccessible(page, 'languages')
  await picture(page, 'languages')
})

test('the list of tenants shows how each is doing, in German and dark as well', async () => {
  const page = await pageOf(adminSignIn, '/admin/clients', { language: 'de', scheme: 'dark' })
  const row = page.getByRole('row', { name: /Queue Works/ })
  await row.getByText('Gesund', { exact: true }).waitFor()
  await assertAccessible(page, 'tenants')
  await picture(page, 'tenants-de')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await page.getByLabel('Titel').fill('Wartung')
  await page.getByLabel('Text', { exact: true }).fill('Heute um zehn.')
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await page.getByText(/An einen Benutzer gesendet/).waitFor()
  assert.equal((await user.get('notifications'))[0].title, 'Wartung')
  await page.goto(`${product.url}${queues}`)
  await page.getByRole('region', { name: 'Maschinen' }).getByText('Läuft', { exact: true }).waitFor()
  await assertAccessible(page, 'queues in German')
  await picture(page, 'queues-de')
  assert.equal((await admin.get('supervisor')).length, 1)
})
