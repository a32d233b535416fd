import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { plainField } from '@weft/kit/define/structure.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const structure = (class_name: string, label: string) =>
  user.post('data_structures', {
    class_name,
    table_name: class_name.toLowerCase(),
    label,
    fields: [{ ...plainField, id: randomUUID(), name: 'number', type: 'text', primary_key: true, nullable: false }],
  })
const orders = await structure('Orders', 'Orders')
const sales = await structure('Sales', 'Sales')
await user.post('mappings', { label: 'Shop to sales', source_structure_id: orders.id, target_structure_id: sales.id })
await user.put(`data_structures/${orders.id}/base_data`, { label: 'Orders of the shop' })

test(
  'the versions of a data structure are laid side by side, named, and say where it is used',
  { timeout: 120_000 },
  async () => {
    const page = await pageOf(sign_in, `/project/data-structures/${orders.id}`)
    await page.getByRole('button', { name: 'History' }).click()
    const dialog = page.getByRole('dialog', { name: 'History of “Orders of the shop”' })
    await dialog.locator('.cm-changedLine').first().waitFor()
    await dialog.getByText('label: Orders of the shop').waitFor()
    await dialog.getByLabel('Name of this version').fill('After the move')
    await dialog.getByRole('button', { name: 'Save name' }).click()
    await dialog.getByRole('complementary', { name: 'History' }).getByText('After the move').waitFor()
    await seenInBoth(page, 'definition-history')
    await dialog.getByRole('tab', { name: 'Where used' }).click()
    await dialog.getByRole('link', { name: 'Shop to sales' }).waitFor()
    await seenInBoth(page, 'definition-uses')
  },
)

test('what is used is not deleted, and shows by what, on a phone in German, too', { timeout: 120_000 }, async () => {
  const { id } = await user.post('text_templates', { label: 'Greeting', body: 'Hello' })
  const source = `weft: 1\nlabel: Greet\nsteps:\n  - { id: go, element: manual }\n  - { id: tell, element: notify, settings: { title: Hi, message: "${id}" } }\nedges: [{ from: go.out, to: tell.in }]\n`
  const workflow = await user.post('workflows', { label: 'Greet', class_name: 'Greet', source })
  const page = await pageOf(sign_in, `/project/text-templates/${id}/details`, {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('button', { name: 'Verlauf' }).click()
  await page.getByRole('dialog').getByText('label: Greeting').first().waitFor()
  await seenInBoth(page, 'definition-history-phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).first().click()
  await page.getByRole('button', { name: 'Löschen' }).click()
  const blocked = page.getByRole('dialog', { name: '„Greeting“ wird noch verwendet' })
  await blocked.getByRole('link', { name: 'Greet' }).waitFor()
  await seenInBoth(page, 'definition-blocked')
  await blocked.getByRole('button', { name: 'Schließen' }).first().click()
  assert.equal((await user.get(`text_templates/${id}`)).label, 'Greeting')
  await user.put(`workflows/${workflow.id}/code`, { source: source.replace(id, 'Hello') })
  await page.getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  await page.waitForURL(/text-templates$/)
})

test('two versions of a workflow are laid side by side as text and as drawings', { timeout: 180_000 }, async () => {
  const text = (steps: string, edges: string) => `weft: 1\nlabel: Offers\nsteps:\n${steps}edges: [${edges}]\n`
  const go = '  - { id: go, element: manual }\n'
  const log = (said: string) => `  - { id: log, element: write_journal, settings: { text: ${said} } }\n`
  const { id } = await user.post('workflows', {
    ...{ label: 'Offers', class_name: 'Offers' },
    source: text(
      go + log('before') + '  - { id: tell, element: notify }\n',
      '{ from: go.out, to: log.in }, { from: log.out, to: tell.in }',
    ),
  })
  const after = text(
    go + log('after') + '  - { id: end, element: finish }\n',
    '{ from: go.out, to: log.in }, { from: log.out, to: end.in }',
  )
  const { version } = await user.get(`workflows/${id}`)
  await user.put(`workflows/${id}/code`, { source: after, version })
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/history`)
  await page.getByText('Drawing', { exact: true }).click()
  await page.getByText('1 step added').waitFor()
  await page.getByText('1 step changed').waitFor()
  await page.getByText('1 step removed').waitFor()
  await page.getByText('2 connections differ').waitFor()
  const marks = (side: string) =>
    page
      .getByRole('region', { name: side })
      .locator('.react-flow__node')
      .evaluateAll((cards) =>
        cards.map((card) => `${card.getAttribute('data-id')} ${card.firstElementChild!.getAttribute('data-mark')}`),
      )
  assert.deepEqual((await marks('Drawing before')).toSorted(), ['go null', 'log changed', 'tell removed'])
  assert.deepEqual((await marks('Drawing after')).toSorted(), ['end added', 'go null', 'log changed'])
  await seenInBoth(page, 'workflow-drawn-difference')
  const german = await pageOf(sign_in, `/project/workflows/${id}/mode/history`, {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  await german.getByText('Zeichnung', { exact: true }).click()
  await german.getByText('1 Schritt neu').waitFor()
  // The list of versions stands below both drawings, not on them.
  const bottom = (await german.getByRole('region', { name: 'Zeichnung nachher' }).boundingBox())!
  const list = (await german.getByRole('complementary', { name: 'Verlauf' }).boundingBox())!
  assert.ok(list.y >= bottom.y + bottom.height - 1, JSON.stringify([bottom, list]))
  await german.getByRole('complementary', { name: 'Verlauf' }).scrollIntoViewIfNeeded()
  await seenInBoth(german, 'workflow-drawn-difference-phone')
})

test(
  'two versions of a mapping are one drawing, in which what differs stands out and is told',
  { timeout: 180_000 },
  async () => {
    const field = (name: string, type = 'text') => ({
      ...{ ...plainField, id: randomUUID(), name, type },
      ...(name === 'number' && { primary_key: true, nullable: false }),
    })
    const made = (class_name: string, names: string[]) =>
      user.post('data_structures', {
        ...{ class_name, table_name: class_name.toLowerCase(), label: class_name },
        fields: names.map((name) => field(name)),
      })
    const shop = await made('Shop', ['number', 'town', 'name'])
    const erp = await made('Erp', ['number', 'city', 'customer'])
    const of = (structure: { fields: { id: string; name: string }[] }, name: string) =>
      structure.fields.find((one) => one.name === name)!.id
    const line = (from: string, to: string) => ({
      ...{ id: randomUUID(), source_field_id: from, target_field_id: of(erp, to) },
    })
    const box = (key: string, from: string, output: string, options: object, id = randomUUID()) => ({
      ...{ id, key, label: '', inputs: [from], options, output, conditions: [], otherwise: 'empty' },
      position: { x: 300, y: 60 },
    })
    const { id } = await user.post('mappings', {
      ...{ label: 'Shop to ERP', source_structure_id: shop.id, target_structure_id: erp.id },
    })
    const same = randomUUID()
    const number = line(of(shop, 'number'), 'number')
    const padded = (length: number) => box('pad', of(shop, 'name'), 'padded', { length, char: '.', side: 'end' }, same)
    const write = async (definition: object) => {
      const { version } = await user.get(`mappings/${id}`)
      return user.put(`mappings/${id}`, { definition, version })
    }
    await write({
      connections: [number, line(of(shop, 'town'), 'city'), line('padded', 'customer')],
      transformers: [padded(10)],
    })
    await write({
      connections: [number, line('upper', 'city'), line('padded', 'customer')],
      transformers: [padded(20), box('upper', of(shop, 'town'), 'upper', {})],
    })
    const page = await pageOf(sign_in, `/project/mappings/${id}/mapper`)
    await page.getByRole('button', { name: 'History' }).click()
    const dialog = page.getByRole('dialog', { name: 'History of “Shop to ERP”' })
    await dialog.getByText('Drawing', { exact: true }).click()
    const told = dialog.getByRole('list', { name: 'What differs' })
    await told.getByText('length: 10 becomes 20').waitFor()
    assert.deepEqual(
      (await told.getByRole('button').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')).sort(),
      [
        'Changed Transformer Pad (padded) length: 10 becomes 20',
        'New Transformer Capital letters (upper)',
        'New Capital letters (upper) to city',
        'New town to Capital letters (upper), input 1',
        'Removed town to city',
      ].sort(),
    )
    // With the keyboard alone: what has the focus is lit.
    await dialog.getByRole('group', { name: 'Both versions as one drawing' }).focus()
    await page.keyboard.press('Tab')
    await dialog.locator('[data-kind=box][data-lit]').waitFor()
    await seenInBoth(page, 'mapping-versions')
  },
)
