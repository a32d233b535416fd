import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const { id } = (await user.post('workflows', {
  label: 'Nightly import',
  class_name: 'NightlyImport',
  source: `weft: 1
label: Nightly import
steps:
  - { id: go, element: manual }
  - { id: ask, element: http_request, settings: { url: 'http://shop.example/orders' } }
edges:
  - { from: go.out, to: ask.in }
`,
})) as { id: string }

test('a workflow is drawn on a phone: the drawing has the screen, and settings stand below it', async () => {
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`, {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  const canvas = page.locator('.react-flow')
  const step = (name: string) => page.locator(`.react-flow__node[data-id=${name}]`)
  await step('ask').waitFor()
  assert.equal((await canvas.boundingBox())!.width, 390)
  await seenInBoth(page, 'designer-phone')

  // A step's settings leave the step in sight.
  const settings = page.getByRole('complementary', { name: 'Einstellungen des Schritts' })
  const isInSight = async (name: string) => {
    const [node, frame] = [(await step(name).boundingBox())!, (await canvas.boundingBox())!]
    return node.y >= frame.y && node.y + node.height <= frame.y + frame.height
  }
  await step('ask').click()
  await settings
    .getByLabel(/^Adresse/)
    .first()
    .waitFor()
  await page.waitForFunction(
    () =>
      document.querySelector('.react-flow__node[data-id=ask]')!.getBoundingClientRect().bottom <=
      document.querySelector('.react-flow')!.getBoundingClientRect().bottom,
  )
  assert.ok(await isInSight('ask'))
  await seenInBoth(page, 'designer-phone-settings')
  await page.getByRole('button', { name: 'Einstellungen schließen' }).click()
  await settings.waitFor({ state: 'detached' })

  // A step is added from the list, which goes away by itself.
  await page.getByRole('button', { name: 'Schritt', exact: true }).click()
  await page.getByRole('textbox', { name: 'Schritt suchen' }).fill('Sortieren')
  await seenInBoth(page, 'designer-phone-steps')
  await page.getByRole('textbox', { name: 'Schritt suchen' }).press('Enter')
  await settings.getByRole('heading', { name: 'Sortieren' }).waitFor()
  assert.equal(await page.locator('.react-flow__node').count(), 3)
  await page.getByRole('button', { name: 'Einstellungen schließen' }).click()

  // The workflow's own settings are asked for.
  await page.getByRole('button', { name: 'Einstellungen des Workflows' }).click()
  const workflow = page.getByRole('complementary', { name: 'Einstellungen des Workflows' })
  await workflow.getByLabel('Beschreibung').fill('Holt Aufträge')
  await seenInBoth(page, 'designer-phone-workflow')
  await page.getByRole('button', { name: 'Einstellungen schließen' }).click()
  await workflow.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Daten', exact: true }).click()
  await page.getByRole('button', { name: 'Daten schließen' }).waitFor()
  await seenInBoth(page, 'designer-phone-data')
  await page.getByRole('button', { name: 'Daten schließen' }).click()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
})
