import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aDraft, aField } from '@weft/engine/testing/structure.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// What is said around a project in one stream, and what the project may use, uses and shares.

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

const source = JSON.stringify({
  weft: 1,
  label: 'Refunds',
  steps: [
    { id: 'start', element: 'manual' },
    {
      id: 'tell',
      element: 'send_mail',
      settings: { to: 'kim@customer.example', subject: 'Your refund', text: 'It is on its way.' },
    },
  ],
  edges: [{ from: 'start.out', to: 'tell.in' }],
})
const { id: workflow } = await user.post('workflows', { label: 'Refunds', class_name: 'Refunds', source })
await user.post(`workflows/${workflow}/publish`)
await user.post(`workflows/${workflow}/run`, { test_data: '{}' })

const entry = (page: Page, title: string) => page.getByRole('main').getByRole('button', { name: title })

test('a note and a question are written from the stream, a mail of a run comes by itself, and each opens', async () => {
  const page = await pageOf(sign_in, '/project/communication')
  await page.getByRole('heading', { name: 'Communication', level: 1 }).waitFor()
  await entry(page, 'Your refund').waitFor()

  await page.getByRole('button', { name: 'Write note' }).click()
  const note = page.getByRole('dialog', { name: 'New note' })
  await note.getByLabel('Title').fill('Carrier on strike')
  await note.getByRole('textbox', { name: 'Note' }).fill('No parcels leave before Friday.')
  await note.getByRole('button', { name: 'Save' }).click()
  await entry(page, 'Carrier on strike').waitFor()

  await page.getByRole('button', { name: 'Ask for support' }).click()
  const asked = page.getByRole('dialog', { name: 'Write request' })
  await asked.getByLabel('Subject').fill('Runs wait for an hour')
  await asked.getByLabel('Comment').fill('Since this morning the queue stands still.')
  await asked.getByRole('button', { name: 'Send request' }).click()
  await entry(page, 'Runs wait for an hour').waitFor()
  await seenInBoth(page, 'communication')

  await entry(page, 'Carrier on strike').click()
  await page.getByRole('dialog', { name: 'Note' }).getByText('No parcels leave before Friday.').waitFor()
  await page.keyboard.press('Escape')
  await entry(page, 'Your refund').click()
  await page.getByRole('dialog', { name: 'Your refund' }).getByRole('tab', { name: 'Text' }).waitFor()
  await page.keyboard.press('Escape')
  await entry(page, 'Runs wait for an hour').click()
  await page.getByRole('dialog').getByText('Since this morning the queue stands still.').waitFor()
})

test('what was said elsewhere appears by itself, and the stream is narrowed by kind, words and person', async () => {
  const page = await pageOf(sign_in, '/project/communication')
  await entry(page, 'Carrier on strike').waitFor()
  await user.post('notes', { title: 'Strike is over', note: 'Parcels leave again.' })
  await entry(page, 'Strike is over').waitFor()

  await page.getByRole('group', { name: 'Kinds' }).getByRole('button', { name: 'Notes' }).click()
  await entry(page, 'Your refund').waitFor({ state: 'hidden' })
  assert.match(page.url(), /kinds=note/)
  await page.getByLabel('Search titles and texts').fill('parcels leave again')
  await entry(page, 'Carrier on strike').waitFor({ state: 'hidden' })
  await entry(page, 'Strike is over').waitFor()
  await page.goto(`${product.url}/project/communication?person=kim%40customer`)
  await entry(page, 'Your refund').waitFor()
  assert.equal(await entry(page, 'Strike is over').count(), 0)
  await page.getByLabel('Search titles and texts').fill('nothing of the kind')
  await page.getByText('Nothing like this was said').waitFor()
})

test('it reads well in German on a phone', async () => {
  const page = await pageOf(sign_in, '/project/communication', { ...phone, language: 'de' })
  await entry(page, 'Carrier on strike').waitFor()
  await page.getByRole('heading', { name: 'Heute' }).waitFor()
  await seenInBoth(page, 'communication-phone')
})

test('resources show what the project may use and uses, each leading to where it is at home', async () => {
  await user.post('data_structures', aDraft('Articles', [aField('sku', 'text', { primary_key: true, length: 20 })]))
  const page = await pageOf(sign_in, '/project/settings/resources')
  await page.getByRole('main').getByRole('link', { name: 'Articles' }).waitFor()
  await page.getByRole('region', { name: 'Queues' }).getByRole('link', { name: 'default' }).waitFor()
  await seenInBoth(page, 'resources')
  await page.getByRole('link', { name: 'Workflow tokens 0 active' }).click()
  await page.waitForURL(/settings\/workflowToken$/)
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Articles' }).click()
  await page.waitForURL(/project\/data-store\//)

  const german = await pageOf(sign_in, '/project/settings/resources', { ...phone, language: 'de' })
  await german.getByRole('main').getByRole('link', { name: 'Articles' }).waitFor()
  await seenInBoth(german, 'resources-phone')
})
