import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainField } from '@weft/kit/define/structure.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in, tenant_id } = await aTenantOn(product, 'Hanse Handel')
const field = (name: string, type: string, more: object = {}) => ({
  ...plainField,
  id: randomUUID(),
  name,
  type,
  ...more,
})
const structure = (class_name: string, table_name: string, fields: object[]) =>
  user.post('data_structures', {
    ...{ class_name, table_name, label: class_name },
    fields: [field('number', 'text', { primary_key: true, nullable: false, required: true }), ...fields],
  })
const shirts = await structure('Shirts', 'shirts', [field('sizes', 'list')])
const offers = await structure('Offers', 'offers', [field('variants', 'list', { fields: [field('size', 'text')] })])
const { id } = await user.post('mappings', {
  ...{ label: 'Shirts to offers', source_structure_id: shirts.id, target_structure_id: offers.id },
})
const idOf = (of: any, name: string) => of.fields.find((one: any) => one.name === name).id as string
const samples = (query = '') => user.get(`mappings/${id}/samples${query}`)

test(
  'a list of values is drawn into a list of objects, and tried on what came in with the last run',
  { timeout: 240_000 },
  async () => {
    assert.deepEqual(await samples(), { source: [], from: null, target: [] })
    const workflow = await user.post('workflows', {
      ...{ label: 'Shirts', class_name: 'Shirts' },
      source: `weft: 1\nlabel: Shirts\nsteps:\n  - { id: go, element: manual }\n  - { id: map, element: mapping, settings: { mapping_id: ${id} } }\nedges: [{ from: go.out, to: map.in }]\n`,
    })
    const page = await pageOf(sign_in, `/project/mappings/${id}/mapper`)
    const row = (end: string) => page.locator(`[role=treeitem][data-target="${end}"]`)
    const connect = async (from: string, to: string) => {
      await row(`s:${idOf(shirts, from)}`).focus()
      await page.keyboard.press('Enter')
      await row(`t:${to}`).focus()
      await page.keyboard.press('Enter')
    }
    await connect('number', idOf(offers, 'number'))
    const variants = offers.fields.find((one: any) => one.name === 'variants')
    await connect('sizes', variants.id)
    await connect('sizes', variants.fields[0].id)
    await page.getByText('3 of 3 mapped').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('unsaved changes').waitFor({ state: 'hidden' })

    const { job_id } = await user.post(`workflows/${workflow.id}/run`, {
      test_data: JSON.stringify({ number: 'T-1', sizes: ['S', 'XL'] }),
    })
    assert.equal((await user.ended(job_id)).status, 'stopped')
    let found = await samples()
    for (let tries = 0; found.from === null && tries < 100; tries++) {
      await sleep(100)
      found = await samples()
    }
    assert.deepEqual(found, { source: [{ number: 'T-1', sizes: ['S', 'XL'] }], from: 'run', target: [] })
    await page.reload()
    await page.getByText('2 entries').first().waitFor()
    await page.getByText('S', { exact: true }).first().waitFor()
    await seenInBoth(page, 'mapping-list-of-values')

    // The file a model was made of.
    const file = path.join(product.home, 'storage', tenant_id, 'shirts.json')
    writeFileSync(file, '[{"number":"F-1","sizes":["M"]},{"number":"F-2","sizes":[]}]')
    await user.post('dynamic_models', {
      ...{ model_name: 'Shirts', type: 'json', class_name: 'Shirts', table_name: 'shirts', sample_file: 'shirts.json' },
      fields: [
        { name: 'number', original_name: 'number', type: 'text' },
        { name: 'sizes', original_name: 'sizes', type: 'list' },
      ],
      primary_key: 'number',
    })
    assert.deepEqual((await samples('?from=file')).source, [
      { number: 'F-1', sizes: ['M'] },
      { number: 'F-2', sizes: [] },
    ])
    await page.getByRole('button', { name: 'Preview' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    await dialog.getByText('Result: 1 record', { exact: true }).first().waitFor()
    await dialog.getByRole('combobox', { name: 'Taken from' }).click()
    await page.getByRole('option', { name: 'Sample file of the model' }).click()
    await dialog.getByText('Result: 2 records', { exact: true }).first().waitFor()
    await dialog.getByText('"size": "M"').waitFor()
    await seenInBoth(page, 'mapping-samples')
    await dialog.getByRole('combobox', { name: 'Taken from' }).click()
    await page.getByRole('option', { name: 'Newest records' }).click()
    await dialog.getByText('There are none there. What stands below stays.').waitFor()
    await dialog.getByText('"size": "M"').waitFor()
    await page.keyboard.press('Escape')

    // Records of the structure come first, once it has some.
    await user.post(`data_structures/${shirts.id}/records`, { number: 'R-1', sizes: ['L'] })
    assert.deepEqual([(await samples()).from, (await samples()).source], ['records', [{ number: 'R-1', sizes: ['L'] }]])
    const german = await pageOf(sign_in, `/project/mappings/${id}/mapper`, {
      language: 'de',
      viewport: { width: 390, height: 844 },
    })
    await german.getByRole('button', { name: 'Vorschau' }).click()
    await german.getByRole('combobox', { name: 'Genommen aus' }).waitFor()
    await seenInBoth(german, 'mapping-samples-phone')
    assert.ok(await german.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  },
)
