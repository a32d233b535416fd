import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aPdf } from '@weft/engine/testing/a-pdf.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// Files of a tenant are looked into, tagged, found by their words, and keep what they were before.

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

async function bring(name: string, content: Uint8Array<ArrayBuffer> | string, replace = false) {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  await user.ask('POST', `files?path=in&replace=${replace}`, form)
}
await bring('invoice.pdf', new Uint8Array(await aPdf({ title: 'Invoice 4711', pages: ['Freight to Trondheim'] })))
await bring('prices.csv', 'sku,price\nA-1,9.90\nB-2,19.50\n')
await bring(
  'complaint.eml',
  'From: Kim <kim@customer.example>\nTo: us@hanse.example\nSubject: Parcel\n\nIt never came.',
)

const file = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a PDF and a mail are looked into, and a file is tagged', async () => {
  const page = await pageOf(sign_in, '/project/data-lake?path=in')
  await file(page, 'invoice.pdf').click()
  const pdf = page.getByRole('dialog', { name: 'invoice.pdf' })
  await pdf.getByText('Freight to Trondheim').waitFor()
  await seenInBoth(page, 'data-lake-pdf')
  await page.keyboard.press('Escape')
  await file(page, 'complaint.eml').click()
  await page.getByRole('dialog', { name: 'complaint.eml' }).getByText('It never came.').waitFor()
  await page.keyboard.press('Escape')

  await choose(page, 'prices.csv', 'Edit tags')
  const tags = page.getByRole('dialog', { name: 'Tags of prices.csv' })
  await tags.getByRole('combobox', { name: 'Tags' }).fill('Purchase')
  await page.keyboard.press('Enter')
  await tags.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('row', { name: /prices\.csv/ })
    .getByText('Purchase')
    .waitFor()
  await page.getByText(`Uploaded by ${sign_in.email}`).first().waitFor()
  await seenInBoth(page, 'data-lake')
})

test('files of all folders are found by the words in them and by their tags', async () => {
  const page = await pageOf(sign_in, '/tools/data-lake')
  await page.getByLabel('Search names and texts of all files').fill('trondheim')
  const found = page.getByRole('list', { name: 'Files found' })
  await found.getByRole('button', { name: 'invoice.pdf' }).waitFor()
  assert.equal(await found.getByRole('listitem').count(), 1)
  await seenInBoth(page, 'data-lake-found')
  await page.goto(`${product.url}/tools/data-lake?tag=Purchase`)
  await found.getByRole('button', { name: 'prices.csv' }).click()
  await page.getByRole('dialog', { name: 'prices.csv' }).getByText('19.50').waitFor()

  const german = await pageOf(sign_in, '/project/data-lake?words=parcel', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    language: 'de',
  })
  await german.getByRole('list', { name: 'Gefundene Dateien' }).getByRole('button', { name: 'complaint.eml' }).waitFor()
  await seenInBoth(german, 'data-lake-phone')
})

test('a folder says how many earlier contents are kept, and one is restored', async () => {
  const page = await pageOf(sign_in, '/project/data-lake?path=in')
  await page.getByRole('button', { name: 'Rules', exact: true }).click()
  const rules = page.getByRole('dialog', { name: 'Rules of “in”' })
  await rules.getByLabel('Earlier contents of a file to keep').fill('3')
  await seenInBoth(page, 'data-lake-rules')
  await rules.getByRole('button', { name: 'Save' }).click()
  await rules.waitFor({ state: 'hidden' })
  await bring('prices.csv', 'sku,price\nA-1,10.90\n', true)

  await page.reload()
  await choose(page, 'prices.csv', 'Versions')
  const versions = page.getByRole('dialog', { name: 'Versions of prices.csv' })
  await versions.getByText(/more than now/).waitFor()
  await seenInBoth(page, 'data-lake-versions')
  await versions.getByRole('button', { name: /^Restore/ }).click()
  await page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click()
  await versions.waitFor({ state: 'hidden' })
  await file(page, 'prices.csv').click()
  await page.getByRole('dialog', { name: 'prices.csv' }).getByText('9.90', { exact: true }).waitFor()
})

test('data lake and data store stand in the menu of the project, and by the addresses of the tools it is the same', async () => {
  const orders = await user.post('data_structures', {
    ...{ class_name: 'ShopOrder', table_name: 'shop_order', label: 'Shop orders' },
    fields: [aField('number', 'text', { primary_key: true, nullable: false })],
  })
  await user.post(`data_structures/${orders.id}/records`, { number: '4711' })
  const page = await pageOf(sign_in, '/project/welcome')
  const entry = (name: string) =>
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })
  const title = (name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })
  const isMarked = (name: string) => page.locator(`nav a[aria-current=page]`, { hasText: name }).first().waitFor()

  await entry('Data').click()
  await entry('Data lake').click()
  await page.waitForURL(/\/project\/data-lake$/)
  const showsLake = async () => {
    await title('Data lake').waitFor()
    await isMarked('Data lake')
    await file(page, 'in').waitFor()
  }
  await showsLake()
  await page.goto(`${product.url}/tools/data-lake`)
  await showsLake()

  await entry('Data explorer').click()
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Data store' }).click()
  await page.waitForURL(/\/project\/data-store$/)
  const showsStore = async () => {
    await title('Data store').waitFor()
    const row = page.getByRole('row', { name: /Shop orders/ })
    await row.getByText('shop_order', { exact: true }).waitFor()
    await row.getByRole('cell', { name: '1', exact: true }).first().waitFor()
  }
  await showsStore()
  await seenInBoth(page, 'data-store')
  await page.goto(`${product.url}/tools/data-store`)
  await showsStore()
  await page.getByRole('link', { name: 'Shop orders' }).click()
  await page.waitForURL(new RegExp(`/project/data-store/${orders.id}`))
  await page.getByText('4711', { exact: true }).first().waitFor()
})
