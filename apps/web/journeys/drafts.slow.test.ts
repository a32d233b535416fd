import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { Client } from '@weft/kit/testing/product.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in, project_id } = await aTenantOn(product, 'Hanse Handel')
const omar = { email: 'omar@hanse-handel.example', password: 'Correct-Horse-1' }

const source = (title: string) =>
  `weft: 1
label: Tell sales
steps:
  - { id: go, element: manual, label: Start }
  - { id: tell, element: notify, label: Tell, settings: { title: ${title}, message: Orders are in } }
edges: [{ from: go.out, to: tell.in }]
`

test(
  'two people draft beside what runs, see each other, and publish only what they have compared',
  { timeout: 240_000 },
  async () => {
    const { id } = await user.post('workflows', {
      label: 'Tell sales',
      class_name: 'TellSales',
      source: source('First'),
    })
    await user.post(`workflows/${id}/publish`, { published: true, active: true })
    await user.post('users', { ...omar, first_name: 'Omar', last_name: 'Aydin', role: 'developer' })
    const omars = (await Client.signIn(product.url, omar)).with({ 'x-project-id': project_id })
    await omars.put(`workflows/${id}/draft`, { source: source('Of Omar') })

    // Kim sees what runs, and whose drafts there are; what is saved is a draft, also with mistakes.
    const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
    const strip = page.getByRole('region', { name: 'Which version you see' })
    await strip.getByText('You see the live version 1. What you save becomes your draft').waitFor()
    await page.locator('.react-flow__node[data-id=tell]').click()
    const title = page.getByLabel('Title').first()
    await title.fill('')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await strip.getByText('You see your draft. Version 1 stays live.').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Not publishable yet').waitFor()
    await title.fill('Of Kim')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved; what runs is unchanged').waitFor()
    assert.equal((await user.get(`workflows/${id}/code`)).source, source('First'))
    await seenInBoth(page, 'drafts-own')

    // A real run is one of the live version, and says so.
    await page.getByRole('button', { name: 'Test run' }).click()
    await page.getByText('A real run runs the live version: publish these changes first.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    // The draft of the other one is looked at.
    await strip.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('menuitem', { name: /Draft of Omar Aydin/ }).click()
    await strip.getByText('You see the draft of Omar Aydin, to look at.').waitFor()
    await page.locator('.react-flow__node[data-id=tell]').click()
    assert.equal(await page.getByLabel('Title').first().inputValue(), 'Of Omar')
    assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0)
    await strip.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('menuitem', { name: /My draft/ }).click()

    // Omar publishes first: Kim is told, sees both side by side, and decides.
    const drafts = (await omars.get(`workflows/${id}/drafts`)) as { id: string; is_own: boolean; revision: number }[]
    const { id: draft, revision } = drafts.find(({ is_own }) => is_own)!
    await omars.post(`workflows/${id}/drafts/${draft}/publish`, { version: 1, revision, name: 'Of Omar' })
    await page.reload()
    await strip.getByText('Meanwhile version 2 is live: compare before you publish.').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
    await dialog.getByText('version 2 has been published', { exact: false }).waitFor()
    await dialog.locator('.cm-changedLine').first().waitFor()
    await dialog.getByLabel('Name of the version').fill('Words of Kim')
    await dialog.getByLabel('What has changed').fill('Says who asked')
    await seenInBoth(page, 'drafts-publish')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 3').waitFor()
    await strip.getByText('You see the live version 3.', { exact: false }).waitFor()
    assert.match((await user.get(`workflows/${id}/code`)).source, /title: "Of Kim"/)
    assert.deepEqual(await user.get(`workflows/${id}/drafts`), [])

    // Back to how it was: the version of Omar becomes Kim's draft; discarded, nothing is left of it.
    await page.getByRole('link', { name: 'History', exact: true }).click()
    const history = page.getByRole('complementary', { name: 'History' })
    await history.getByText('Words of Kim').waitFor()
    await history.getByText('Of Omar').click()
    await page.getByRole('button', { name: 'Make this my draft' }).click()
    await page.getByRole('button', { name: 'Make it my draft' }).click()
    await strip.getByText('You see your draft. Version 3 stays live.').waitFor()
    await seenInBoth(page, 'drafts-history')
    await strip.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await strip.getByText('You see the live version 3.', { exact: false }).waitFor()
    assert.deepEqual(await user.get(`workflows/${id}/drafts`), [])
  },
)

test('on a phone and in German the screen says which version one sees', { timeout: 120_000 }, async () => {
  const { id } = await user.post('workflows', {
    label: 'Phone',
    class_name: 'Phone',
    source: source('First').replace('Tell sales', 'Phone'),
  })
  await user.post(`workflows/${id}/publish`, { published: true })
  await user.put(`workflows/${id}/draft`, { source: source('Second').replace('Tell sales', 'Phone') })
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/code`, {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  await page.getByText('Sie sehen Ihren Entwurf. Live bleibt Version 1.').waitFor()
  await seenInBoth(page, 'drafts-phone')
  await page.getByRole('button', { name: 'Mit Live vergleichen' }).click()
  await page.getByRole('dialog', { name: 'Entwurf und Live-Fassung' }).locator('.cm-changedLine').first().waitFor()
  await seenInBoth(page, 'drafts-phone-compare')
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  assert.equal(scrollWidth, clientWidth)
})
