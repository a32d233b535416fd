import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { Client } from '@weft/kit/testing/product.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// A run asks people, waits, and goes on by what one of them decides: by the link of the mail, on a computer and a phone, in both languages.

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const colleague = { email: 'mara@hanse-handel.example', password: 'Correct-Horse-1' }
const outsider = { email: 'otto@hanse-handel.example', password: 'Correct-Horse-1' }
await user.post('users', { ...colleague, first_name: 'Mara', last_name: 'Vogt', role: 'tenant_admin', language: 'de' })
await user.post('users', { ...outsider, first_name: 'Otto', last_name: 'Ohm', role: 'developer', language: 'en' })

const refunds = [
  { order: 'HH-10248', customer: 'Anna Petersen', total: '480.00', reason: 'Parcel lost' },
  { order: 'HH-10251', customer: 'Ben Okafor', total: '129.90', reason: 'Damaged on arrival' },
  { order: 'HH-10260', customer: 'Clara Weiß', total: '19.50', reason: 'Wrong size' },
]
const source = JSON.stringify({
  weft: 1,
  label: 'Refunds',
  steps: [
    { id: 'start', element: 'manual' },
    { id: 'each', element: 'split_list', settings: { list: 'refunds' } },
    {
      id: 'ask',
      element: 'approval',
      settings: {
        title: 'Pay out {{ records }} refunds',
        summary: 'Three customers wait for their money.\nThe largest is {{ total }} euros for {{ customer }}.',
      },
    },
    {
      id: 'paid',
      element: 'finish',
      settings: { return_values: { by: '{{ approval.by }}', said: '{{ approval.comment }}' } },
    },
    { id: 'kept', element: 'finish', settings: { return_values: { rejected_by: '{{ approval.by }}' } } },
  ],
  edges: [
    { from: 'start.out', to: 'each.in' },
    { from: 'each.out', to: 'ask.in' },
    { from: 'ask.approved', to: 'paid.in' },
    { from: 'ask.rejected', to: 'kept.in' },
  ],
})
const { id: workflow } = await user.post('workflows', { label: 'Refunds', class_name: 'Refunds', source })
await user.post(`workflows/${workflow}/publish`)

/** Starts a run, and answers the run and what it asks. */
async function asked(): Promise<{ job: string; id: string }> {
  const { job_id } = await user.post(`workflows/${workflow}/run`, { test_data: JSON.stringify({ refunds }) })
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    const rows: { id: string; state: string }[] = await user.get('approvals?filter[state]=open')
    for (const { id } of rows) if ((await user.get(`approvals/${id}`)).job_id === job_id) return { job: job_id, id }
    const { status, error } = await user.get(`jobs/${job_id}`)
    assert.ok(['pending', 'started', 'working', 'waiting'].includes(status), JSON.stringify([status, error]))
  }
  throw new Error(`The run ${job_id} asks nobody.`)
}
/** The mail to somebody: it follows what it is about within seconds. */
async function mailTo(email: string) {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    const mails: { title: string; recipient: string; body: string }[] = await user.get('mail_logs')
    const own = mails.find(({ recipient }) => recipient === email)
    if (own) return own
  }
  throw new Error(`No mail to ${email}`)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the link of the mail asks for a sign-in, shows what it is about, and one decision lets the run go on', async () => {
  const { job, id } = await asked()
  const own = await mailTo(colleague.email)
  assert.equal(own.title, 'Bitte entscheiden: Pay out 3 refunds')
  const page = await pageOf(sign_in, `/project/approvals/${id}`)
  await page.getByRole('heading', { name: 'Pay out 3 refunds' }).waitFor()
  await page.getByText('The largest is 480.00 euros for Anna Petersen.').waitFor()
  await page.getByRole('cell', { name: 'Parcel lost' }).waitFor()
  await page.getByText('Kim Krause, Mara Vogt').waitFor()
  await seenInBoth(page, 'approval')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Checked against the claims')
  await button(page, 'Approve').click()
  await page.getByText(/^Kim Krause approved this on/).waitFor()
  assert.equal(await button(page, 'Reject').count(), 0)
  await seenInBoth(page, 'approval-decided')
  const { status, return_values } = await user.ended(job)
  assert.deepEqual([status, return_values], ['stopped', { by: 'Kim Krause', said: 'Checked against the claims' }])
  await page.goto(`${product.url}/tenant/settings/audit`)
  await page.getByRole('cell', { name: 'Pay out 3 refunds' }).first().waitFor()
})

test('of two browsers one decides, and the other is told who did', async () => {
  const { job, id } = await asked()
  const [first, second] = [
    await pageOf(sign_in, `/project/approvals/${id}`),
    await pageOf(colleague, `/project/approvals/${id}`, { language: 'de' }),
  ]
  await button(first, 'Approve').waitFor()
  await button(second, 'Ablehnen').waitFor()
  await button(first, 'Approve').click()
  await first.getByText(/^Kim Krause approved/).waitFor()
  await button(second, 'Ablehnen').click()
  await second.getByText('Darüber hat Kim Krause bereits entschieden.').waitFor()
  await second.getByText(/^Kim Krause hat am .* genehmigt\.$/).waitFor()
  assert.equal((await user.ended(job)).return_values.by, 'Kim Krause')
})

test('on a phone the records are cards and both buttons lie at the thumb', async () => {
  const { job, id } = await asked()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  for (const language of ['de', 'en'] as const) {
    const page = await pageOf(colleague, `/project/approvals/${id}`, { ...phone, language })
    await page.getByText('Damaged on arrival').last().waitFor()
    assert.ok(await page.getByText('Damaged on arrival').last().isVisible())
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
    for (const name of language === 'de' ? ['Ablehnen', 'Genehmigen'] : ['Reject', 'Approve']) {
      const box = (await button(page, name).boundingBox())!
      assert.ok(box.height >= 44 && box.y + box.height <= 844, `${name} ${JSON.stringify(box)}`)
    }
    await seenInBoth(page, `approval-phone-${language}`)
    if (language === 'de') continue
    await button(page, 'Reject').tap()
    await page.getByText(/^Mara Vogt rejected/).waitFor()
  }
  assert.deepEqual((await user.ended(job)).return_values, { rejected_by: 'Mara Vogt' })
})

test('the list has what waits; who may not decide sees nothing of it, by no way', async () => {
  const { job, id } = await asked()
  const page = await pageOf(sign_in, '/project/approvals')
  await page.getByText('Waiting for you').first().waitFor()
  await seenInBoth(page, 'approvals')
  await page.getByRole('link', { name: 'Pay out 3 refunds' }).first().click()
  await button(page, 'Approve').waitFor()
  const german = await pageOf(colleague, '/project/approvals', { language: 'de' })
  await german.getByText('Wartet auf Sie').first().waitFor()
  await assertAccessible(german)
  const other = await pageOf(outsider, `/project/approvals/${id}`)
  await other.getByText('Nothing to decide here').waitFor()
  assert.equal(await button(other, 'Approve').count(), 0)
  await other.goto(`${product.url}/project/approvals`)
  await other.getByText('When a workflow with the step “Approval” asks you').waitFor()
  await seenInBoth(other, 'approvals-empty')
  const own = (await Client.signIn(product.url, outsider)).with({})
  await assert.rejects(own.post(`approvals/${id}/approve`, {}))
  await user.post(`jobs/${job}/cancel`)
  await page.getByText('The run ended before anybody decided.').waitFor()
})
