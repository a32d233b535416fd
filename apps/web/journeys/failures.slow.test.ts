import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { keptSource } from '@weft/kit/testing/kept-source.ts'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in, tenant_id, project_id } = await aTenantOn(product, 'Hanse Handel')
const home = '/project/reporting/failed'

const start = { id: 'start', element: 'manual' }
const works = {
  steps: [start, { id: 'name', element: 'set_fields', settings: { fields: [{ field: 'a', value: 'b' }] } }],
  edges: [{ from: 'start.out', to: 'name.in' }],
}
const fails = {
  steps: [
    start,
    { id: 'read', label: 'Read the export', element: 'read_file', settings: { path: 'export-17.csv', format: 'csv' } },
  ],
  edges: [{ from: 'start.out', to: 'read.in' }],
}
const textOf = (graph: object) => JSON.stringify({ weft: 1, label: 'Import orders', ...graph })

async function ended(job: string): Promise<string> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200)) {
    const { status, finished_at } = await user.get(`jobs/${job}`)
    if (finished_at) return status as string
  }
  throw new Error(`Job ${job} does not end.`)
}
const { id } = await user.post('workflows', {
  label: 'Import orders',
  class_name: 'ImportOrders',
  source: textOf(works),
})
await user.post(`workflows/${id}/publish`)
const save = (graph: object, message: string) => user.put(`workflows/${id}/code`, { source: textOf(graph), message })
const run = async () => ended((await user.post(`workflows/${id}/run`)).job_id as string)

test(
  'failed runs are found by cause with what had changed, started again once that is mended, and the cause is fixed',
  { timeout: 300_000 },
  async () => {
    assert.equal(await run(), 'stopped')
    await save(fails, 'Read the new export')
    assert.deepEqual([await run(), await run()], ['error', 'error'])

    const page = await pageOf(sign_in, '/project/reporting/jobs')
    await page.getByRole('link', { name: 'Failed', exact: true }).click()
    await page.waitForURL(/reporting\/failed$/)
    const link = page.getByRole('row').getByRole('link').first()
    await link.waitFor()
    await page.getByText('Read the export · Import orders').waitFor()
    await seenInBoth(page, 'failed')
    await link.click()
    await page.getByText('export-17.csv').first().waitFor()
    await page.getByText('Read the new export').waitFor()
    await seenInBoth(page, 'failure')

    await page.getByRole('combobox', { name: 'Looked after by' }).click()
    await page.getByRole('option').first().click()
    await page.getByText('In work', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Comment' }).fill('The export is gone for good.')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await page.getByRole('listitem').filter({ hasText: 'gone for good' }).waitFor()

    await save(works, 'Back to what worked')
    await page.getByRole('button', { name: 'Run all again' }).click()
    await page.getByRole('radio', { name: /as it is now/ }).waitFor()
    await seenInBoth(page, 'failure-requeue')
    await page.getByRole('button', { name: 'Run again', exact: true }).click()
    await page.getByText('2 runs were started again.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Fixed', { exact: true }).waitFor()
    await page.getByText('ran 2 runs again').waitFor()
    await seenInBoth(page, 'failure-fixed')
  },
)

test(
  'the page of a failed run leads to its cause, and by phone and in German it is read and opened again',
  { timeout: 300_000 },
  async () => {
    const [cause] = (await user.get('failure_causes')) as { id: string; last_job_id: string }[]
    const page = await pageOf(sign_in, `/project/workflows/reporting/${id}/${cause!.last_job_id}/details`, {
      language: 'de',
      viewport: { width: 390, height: 844 },
    })
    const all = page.getByRole('link', { name: 'Alle Läufe mit dieser Ursache' })
    await all.waitFor()
    await seenInBoth(page, 'failed-run-phone')
    await all.click()
    await page.waitForURL(new RegExp(`${home}/${cause!.id}$`))
    await page.getByText('Was sich davor geändert hat').waitFor()
    await seenInBoth(page, 'failure-phone')
    await page.getByRole('button', { name: 'Wieder öffnen' }).click()
    await page.getByText('hat sie wieder geöffnet').waitFor()
    await page.goto(`${product.url}${home}`)
    await page.getByText('Import orders').first().waitFor()
    await seenInBoth(page, 'failed-phone')
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    assert.ok(wide! <= shown!, `${wide} of ${shown}`)
  },
)

test(
  'a run that took much longer than on other Tuesdays is marked in the list, and its page says why',
  { timeout: 300_000 },
  async () => {
    const nightly = await user.post('workflows', { label: 'Nightly', class_name: 'Nightly', source: textOf(works) })
    await onControl(product, async (client) =>
      client.query(
        `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, status, started_by, records_in, records_out, created_at, started_at, finished_at)
       select $1, $2, $3, (select id from queues where tenant_id = $1 limit 1), $4, 1, 'stopped', 'schedule', 4100, 4100, t, t, t + make_interval(secs => case n when 0 then 164 else 38 + n end)
       from generate_series(0, 6) n, lateral (select date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - interval '6 days' - n * interval '7 days' + interval '3 hours' as t) x`,
        [tenant_id, project_id, nightly.id, await keptSource(client, nightly.id, textOf(works))],
      ),
    )
    const page = await pageOf(sign_in, `/project/workflows/reporting/${nightly.id}/jobs`)
    const mark = page.getByText('4 × as long')
    await mark.waitFor()
    assert.equal(await mark.count(), 1)
    await seenInBoth(page, 'unusual-list')
    await page.getByRole('row').filter({ has: mark }).getByRole('link').first().click()
    await page.getByText('Took 4 × as long as usual on a Tuesday (median of 6 runs: 41.5 s).').waitFor()
    await page.getByText('Median and median deviation of 6 runs on a Tuesday.').waitFor()
    await seenInBoth(page, 'unusual-run')
    const phone = await pageOf(sign_in, new URL(page.url()).pathname, {
      language: 'de',
      viewport: { width: 390, height: 844 },
    })
    await phone
      .getByText('Dauerte 4-mal so lange wie üblich an einem Dienstag (Median von 6 Läufen: 41,5 s).')
      .waitFor()
    await seenInBoth(phone, 'unusual-run-phone')
  },
)
