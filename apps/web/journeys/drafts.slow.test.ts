import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
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

type Head = { id: string; is_own: boolean; revision: number }
const draftsOf = async (id: string, of = user): Promise<Head[]> => (await of.get(`definitions/${id}/drafts`)).drafts
const ownDraft = async (of: Client, id: string) => (await draftsOf(id, of)).find(({ is_own }) => is_own)!

await user.post('users', { ...omar, first_name: 'Omar', last_name: 'Aydin', role: 'developer' })
const omars = (await Client.signIn(product.url, omar)).with({ 'x-project-id': project_id })

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
    await omars.put(`definitions/${id}/draft`, { content: { kind: 'workflow', source: source('Of Omar') } })

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
    await page.getByText('Draft saved; what is live is unchanged').waitFor()
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
    const { id: draft, revision } = await ownDraft(omars, id)
    await omars.post(`definitions/${id}/drafts/${draft}/publish`, { version: 1, revision, name: 'Of Omar' })
    await page.reload()
    await strip.getByText('Meanwhile version 2 is live: compare before you publish.').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
    await dialog.getByText('version 2 has been published', { exact: false }).waitFor()
    await dialog.getByLabel('Publish mine over version 2').check()
    await dialog.locator('.cm-changedLine').first().waitFor()
    await dialog.getByLabel('Name of the version').fill('Words of Kim')
    await dialog.getByLabel('What has changed').fill('Says who asked')
    await seenInBoth(page, 'drafts-publish')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published as version 3').waitFor()
    await strip.getByText('You see the live version 3.', { exact: false }).waitFor()
    assert.match((await user.get(`workflows/${id}/code`)).source, /title: "Of Kim"/)
    assert.deepEqual(await draftsOf(id), [])

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
    assert.deepEqual(await draftsOf(id), [])
  },
)

test('on a phone and in German the screen says which version one sees', { timeout: 120_000 }, async () => {
  const { id } = await user.post('workflows', {
    label: 'Phone',
    class_name: 'Phone',
    source: source('First').replace('Tell sales', 'Phone'),
  })
  await user.post(`workflows/${id}/publish`, { published: true })
  const second = source('Second').replace('Tell sales', 'Phone')
  await user.put(`definitions/${id}/draft`, { content: { kind: 'workflow', source: second } })
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

const key = { primary_key: true, nullable: false }
const structure = (class_name: string, fields: object[]) =>
  user.post('data_structures', { label: class_name, class_name, table_name: class_name.toLowerCase(), fields })

test(
  'a mapping is drafted beside what is live, tried as drafted, and published over another',
  { timeout: 240_000 },
  async () => {
    const shop = await structure('ShopOrder', [aField('number', 'text', key), aField('city')])
    const sales = await structure('SalesOrder', [aField('order_no', 'text', key), aField('town')])
    await user.post(`data_structures/${shop.id}/records`, { number: '10248', city: 'Reims' })
    const [number, city] = shop.fields
    const [order_no, town] = sales.fields
    const join = (from: { id: string }, to: { id: string }) => ({
      id: crypto.randomUUID(),
      source_field_id: from.id,
      target_field_id: to.id,
    })
    const first = { connections: [join(number, order_no)], transformers: [] }
    const { id } = await user.post('mappings', {
      label: 'Shop to sales',
      source_structure_id: shop.id,
      target_structure_id: sales.id,
      definition: first,
    })
    const page = await pageOf(sign_in, `/project/mappings/${id}/mapper`)
    const strip = page.getByRole('region', { name: 'Which version you see' })
    await page.getByRole('button', { name: 'Keep as draft' }).waitFor()
    assert.equal(await strip.count(), 0)
    await page.getByText('Table', { exact: true }).click()
    await page.getByRole('button', { name: /^town comes from:/ }).click()
    await page.getByRole('textbox', { name: 'Formula of town' }).waitFor()
    await page.keyboard.type('upper(city)')
    await page.getByText('REIMS').first().waitFor()
    await page.getByRole('button', { name: 'Keep as draft' }).click()
    await strip.getByText('You see your draft. Version 1 stays live.').waitFor()
    await seenInBoth(page, 'drafts-mapping')
    assert.deepEqual((await user.get(`mappings/${id}`)).definition, first)

    // What is tried is the draft, not what is live.
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: /Preview/ })
    await preview.getByText('REIMS').first().waitFor()
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })

    // The live version is looked at; Omar saves over it.
    await strip.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('menuitem', { name: /Live version 1/ }).click()
    await strip.getByText('to look at. Your own draft is beside it.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Suggest' }).count(), 0)
    await omars.put(`mappings/${id}`, {
      definition: { ...first, connections: [...first.connections, join(city, town)] },
    })
    await page.reload()
    await strip.getByText('Meanwhile version 2 is live: compare before you publish.').waitFor()
    await page.getByText('REIMS').first().waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
    const go = dialog.getByRole('button', { name: 'Publish' })
    await dialog.locator('.cm-changedLine').first().waitFor()
    assert.equal(await go.isDisabled(), true)
    await dialog.getByLabel('Publish mine over version 2').check()
    await dialog.getByLabel('Name of the version').fill('Towns in capitals')
    await seenInBoth(page, 'drafts-mapping-publish')
    await go.click()
    await page.getByText('Published as version 3').waitFor()
    await strip.waitFor({ state: 'detached' })
    assert.equal((await user.get(`mappings/${id}`)).definition.transformers.length, 1)
    assert.deepEqual(await draftsOf(id), [])

    // Back to the first version, as a draft.
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History of “Shop to sales”' })
    await history.getByText('Towns in capitals').first().waitFor()
    await history.getByText(/Create Shop to sales/).click()
    await history.getByRole('button', { name: 'Make this my draft' }).click()
    await page.getByRole('button', { name: 'Make it my draft' }).click()
    await strip.getByText('You see your draft. Version 3 stays live.').waitFor()
    await page.getByRole('button', { name: /^town comes from: not filled/ }).waitFor()
    await strip.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await strip.waitFor({ state: 'detached' })
    assert.deepEqual(await draftsOf(id), [])
  },
)

test(
  'a data structure is drafted unfinished, and published only with what happens to its table',
  { timeout: 240_000 },
  async () => {
    const { id } = await structure('Parcel', [aField('number', 'text', key), aField('note')])
    await user.post(`data_structures/${id}/records`, { number: '1', note: 'fragile' })
    const page = await pageOf(sign_in, `/project/data-structures/${id}/config`)
    const strip = page.getByRole('region', { name: 'Which version you see' })
    await page.getByRole('button', { name: 'Keep as draft' }).waitFor()
    assert.equal(await strip.count(), 0)
    // Two fields of one name: kept, and not published.
    await page.getByRole('textbox', { name: /^Name/ }).nth(1).fill('number')
    await page.getByRole('button', { name: 'Keep as draft' }).click()
    await strip.getByText('You see your draft. Version 1 stays live.').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
    await dialog.getByText('The draft is not finished. Before it can be published:').waitFor()
    await dialog.getByText('fields.1.name').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Publish' }).isDisabled(), true)
    await seenInBoth(page, 'drafts-structure-unfinished')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    // Without the field its values are lost, which is said before.
    await page
      .getByRole('button', { name: /^Remove / })
      .nth(1)
      .click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved; what is live is unchanged').waitFor()
    assert.equal((await user.get(`data_structures/${id}`)).fields.length, 2)
    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('Values would be lost').waitFor()
    await seenInBoth(page, 'drafts-structure-publish')
    await dialog.getByRole('button', { name: 'Publish and lose these values' }).click()
    await page.getByText('Published as version 2').waitFor()
    await strip.waitFor({ state: 'detached' })
    assert.deepEqual(
      (await user.get(`data_structures/${id}`)).fields.map(({ name }: { name: string }) => name),
      ['number'],
    )
    assert.equal((await user.get(`data_structures/${id}/records`))[0].note, undefined)

    // Back to the first version, from its history.
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History of “Parcel”' })
    await history.getByText('Create Parcel').click()
    await history.getByRole('button', { name: 'Make this my draft' }).click()
    await page.getByRole('button', { name: 'Make it my draft' }).click()
    await strip.getByText('You see your draft. Version 2 stays live.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: /^Name/ }).nth(1).inputValue(), 'note')

    // The list of earlier definitions leads there as well.
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Make version 1 my draft' }).click()
    await page.getByText('The draft you have is replaced.').waitFor()
    await page.getByRole('button', { name: 'Make it my draft' }).click()
    await strip.getByText('You see your draft. Version 2 stays live.').waitFor()

    // The same in German, on a phone.
    const phone = await pageOf(sign_in, `/project/data-structures/${id}/config`, {
      language: 'de',
      viewport: { width: 390, height: 844 },
    })
    await phone.getByText('Sie sehen Ihren Entwurf. Live bleibt Version 2.').waitFor()
    await seenInBoth(phone, 'drafts-structure-phone')
    await phone.getByRole('button', { name: 'Veröffentlichen' }).click()
    await phone
      .getByRole('dialog', { name: 'Entwurf veröffentlichen' })
      .getByText('Was mit der Tabelle geschieht')
      .waitFor()
    await seenInBoth(phone, 'drafts-structure-phone-publish')
    const { scrollWidth, clientWidth } = await phone.evaluate(() => document.documentElement)
    assert.equal(scrollWidth, clientWidth)
  },
)

test('a data set is drafted, and its preview is that of the draft', { timeout: 240_000 }, async () => {
  const { id: structure_id } = await structure('Parts', [aField('number', 'text', key), aField('pieces', 'integer')])
  await user.post(`data_structures/${structure_id}/records`, { number: 'A-1', pieces: 3 })
  const { id } = await user.post('data_sets', {
    name: 'All orders',
    definition: {
      structures: [{ as: 'orders', structure_id }],
      fields: [{ name: 'number', of: 'orders', field: 'number' }],
    },
  })
  const page = await pageOf(sign_in, `/project/data-sets/editor/${id}`)
  const strip = page.getByRole('region', { name: 'Which version you see' })
  await page.getByRole('button', { name: 'Keep as draft' }).waitFor()
  assert.equal(await strip.count(), 0)
  await page.getByLabel('Description').fill('For the fair')
  await page.getByRole('button', { name: 'Keep as draft' }).click()
  await strip.getByText('You see your draft. Version 1 stays live.').waitFor()
  assert.equal((await user.get(`data_sets/${id}`)).description, '')
  const others = { name: 'All orders', description: 'Pieces of Omar' }
  const pieces = { name: 'pieces', of: 'orders', field: 'pieces' }
  const { definition } = await user.get(`data_sets/${id}`)
  await omars.put(`definitions/${id}/draft`, {
    content: { kind: 'data_set', ...others, definition: { ...definition, fields: [pieces] } },
  })
  await page.reload()
  await strip.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('menuitem', { name: /Draft of Omar Aydin/ }).click()
  await strip.getByText('You see the draft of Omar Aydin, to look at.').waitFor()
  await page.getByRole('columnheader', { name: 'pieces' }).waitFor()
  await seenInBoth(page, 'drafts-data-set')
  await strip.getByRole('button', { name: 'Take over as my draft' }).click()
  await page.getByRole('button', { name: 'Replace' }).click()
  await strip.getByText('You see your draft. Version 1 stays live.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish the draft' }).getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published as version 2').waitFor()
  assert.deepEqual((await user.get(`data_sets/${id}`)).definition.fields, [pieces])
  assert.deepEqual(
    (await draftsOf(id)).map(({ is_own }) => is_own),
    [false],
  )
})

test('a dynamic model is drafted on one of its pages and published from the other', { timeout: 240_000 }, async () => {
  const { id } = await user.post('dynamic_models', {
    model_name: 'Price list',
    type: 'csv',
    fields: [{ name: 'number', original_name: 'Number', type: 'text' }],
    primary_key: 'number',
  })
  const home = `/project/dynamicModels/dynamicModel/${id}`
  const page = await pageOf(sign_in, `${home}/basic-configuration`)
  const strip = page.getByRole('region', { name: 'Which version you see' })
  await page.getByRole('button', { name: 'Keep as draft' }).waitFor()
  assert.equal(await strip.count(), 0)
  await page.getByLabel('Preview rows').fill('7')
  await page.getByRole('button', { name: 'Keep as draft' }).click()
  await strip.getByText('You see your draft. Version 1 stays live.').waitFor()
  assert.equal((await user.get(`dynamic_models/${id}`)).preview_rows, 20)
  await strip.scrollIntoViewIfNeeded()
  await seenInBoth(page, 'drafts-model')
  await page.getByRole('link', { name: /Table configuration/ }).click()
  await page.getByLabel('Preview rows').waitFor({ state: 'detached' })
  await strip.getByText('You see your draft. Version 1 stays live.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish the draft' }).getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published as version 2').waitFor()
  assert.equal((await user.get(`dynamic_models/${id}`)).preview_rows, 7)
})
