import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const structure = (label: string, prefix: string) =>
  user.post('data_structures', {
    label,
    class_name: label,
    table_name: label.toLowerCase(),
    fields: Array.from({ length: 500 }, (_, i) =>
      aField(`${prefix}_${i}`, 'text', { length: 20, ...(i === 0 && { primary_key: true, nullable: false }) }),
    ),
  })
const [wide, long] = [await structure('Wide', 'w'), await structure('Long', 'l')]
const mapping = await user.post('mappings', {
  label: 'Wide to long',
  source_structure_id: wide.id,
  target_structure_id: long.id,
})
const path = `/project/mappings/${mapping.id}/mapper`

const tree = (page: Page, name: string) => page.getByRole('tree', { name, exact: true })
const fieldOf = (page: Page, of: string, name: string) =>
  tree(page, of)
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^${name}\\*?,`) })

test('of 500 fields on each side those in sight are drawn; the keyboard, scrolling and searching reach all', async () => {
  const page = await pageOf(sign_in, path)
  await fieldOf(page, 'Wide', 'w_0').waitFor()
  await fieldOf(page, 'Wide', 'w_90').waitFor({ state: 'detached' })
  const drawn = await tree(page, 'Wide').getByRole('treeitem').count()
  assert.ok(drawn > 20 && drawn < 80, `${drawn} fields drawn`)

  await fieldOf(page, 'Wide', 'w_0').focus()
  for (let i = 0; i < 120; i++) await page.keyboard.press('ArrowDown')
  assert.match((await page.locator(':focus').textContent()) ?? '', /^w_120,/)

  await tree(page, 'Long').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await fieldOf(page, 'Long', 'l_499').waitFor()
  assert.equal(await fieldOf(page, 'Long', 'l_0').count(), 0)

  await page.keyboard.press('Enter')
  await fieldOf(page, 'Long', 'l_499').press('Enter')
  await page.getByText('1 of 500 mapped').waitFor()

  await page.getByRole('textbox', { name: 'Search in Source' }).fill('w_48')
  await fieldOf(page, 'Wide', 'w_480').waitFor()
  assert.equal(await tree(page, 'Wide').getByRole('treeitem').count(), 11)
  await page.getByRole('textbox', { name: 'Search in Source' }).fill('')
  await seenInBoth(page, 'mapping-large')
})

test('as a table all 500 fields of the target are there', async () => {
  const page = await pageOf(sign_in, path, { language: 'de' })
  await page.getByText('Tabelle', { exact: true }).click()
  const rows = page.getByRole('region', { name: 'Felder des Ziels' }).getByRole('listitem')
  await rows.first().waitFor()
  assert.equal(await rows.count(), 500)
  await rows.nth(499).scrollIntoViewIfNeeded()
  await rows.nth(499).getByRole('button').first().click()
  await page.getByRole('textbox', { name: 'Formel von l_499' }).waitFor()
  await seenInBoth(page, 'mapping-large-table')
})
