import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { adminSignIn } from '@weft/kit/testing/product.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seen } from './opening.ts'

// What holds in every form and for everything that lies over a page, tried on one of each kind.

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
await user.post('workflows', {
  label: 'Nightly import',
  class_name: 'NightlyImport',
  source: 'weft: 1\nlabel: Nightly import\nsteps:\n  - { id: go, element: manual }\nedges: []\n',
})

/** The focus is in the field, and what is wrong with it is the sentence it names; answers that. */
async function complaintAtFocus(field: Locator) {
  await field.and(field.page().locator('[aria-invalid="true"]:focus')).waitFor()
  assert.ok(await field.evaluate((element) => element.checkVisibility()))
  const box = (await field.boundingBox())!
  assert.ok(box.y >= 0 && box.y + box.height <= 900, 'the field is in sight')
  return field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
      .trim(),
  )
}

const words = {
  en: {
    create: 'Create',
    save: 'Save',
    name: /^Name/,
    required: 'Name is required.',
    taken: 'This is already in use.',
    prefix: /^Numbers begin with/,
    pattern: 'Please use letters without accents, digits, dots, slashes and hyphens.',
    note: 'New note',
    title: /^Title/,
    titleRequired: 'Title is required.',
  },
  de: {
    create: 'Anlegen',
    save: 'Speichern',
    name: /^Name/,
    required: 'Name ist ein Pflichtfeld.',
    taken: 'Das wird bereits verwendet.',
    prefix: /^Nummern beginnen mit/,
    pattern: 'Bitte Buchstaben ohne Umlaute, Ziffern, Punkte, Schrägstriche und Bindestriche verwenden.',
    note: 'Neue Notiz',
    title: /^Titel/,
    titleRequired: 'Titel ist ein Pflichtfeld.',
  },
} as const

for (const language of ['en', 'de'] as const) {
  const t = words[language]

  test(`the form of an entry leads to its first wrong field, whoever refuses it (${language})`, async () => {
    const page = await pageOf(sign_in, '/project/settings/queues/create', { language })
    const name = page.getByRole('textbox', { name: t.name })
    const create = page.getByRole('button', { name: t.create, exact: true })
    await create.click()
    assert.equal(await complaintAtFocus(name), t.required)
    await seen(page, `form-entry-${language}`)
    await name.fill('default')
    await create.click()
    assert.equal(await complaintAtFocus(name), t.taken)
  })

  test(`settings that are refused say in words what is allowed, at the field (${language})`, async () => {
    const page = await pageOf(adminSignIn, '/admin/settings/billing', { language })
    const prefix = page.getByRole('textbox', { name: t.prefix })
    await prefix.fill('RE {1}')
    const panel = page.locator('section').filter({ has: prefix })
    await panel.getByRole('button', { name: t.save, exact: true }).click()
    assert.equal(await complaintAtFocus(prefix), t.pattern)
    await seen(page, `form-settings-${language}`)
  })

  test(`a form made by hand leads to its first wrong field (${language})`, async () => {
    const page = await pageOf(sign_in, '/project/notes', { language })
    await page.getByRole('button', { name: t.note }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t.save, exact: true }).click()
    assert.equal(await complaintAtFocus(dialog.getByRole('textbox', { name: t.title })), t.titleRequired)
    await seen(page, `form-by-hand-${language}`)
  })
}

const focused = async (page: Page, opener: Locator) => {
  await opener.and(page.locator(':focus')).waitFor()
  assert.ok(await opener.evaluate((element) => element === document.activeElement))
}

test('the focus goes back to what opened a dialog: by Escape, by its button and once it is done', async () => {
  const page = await pageOf(sign_in, '/project/notes')
  const opener = page.getByRole('button', { name: 'New note' }).first()
  const dialog = page.getByRole('dialog', { name: 'New note' })
  const open = async () => {
    await opener.focus()
    await page.keyboard.press('Enter')
    await dialog
      .getByLabel(/^Title/)
      .and(page.locator(':focus'))
      .waitFor()
  }
  await open()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focused(page, opener)
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await focused(page, opener)

  await open()
  await dialog.getByLabel(/^Title/).fill('Tax rate')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you have typed?' })
  await question.getByRole('button', { name: 'Go on writing' }).click()
  await question.waitFor({ state: 'detached' })
  await focused(page, dialog.getByLabel(/^Title/))
  await dialog.getByLabel(/^Note/).fill('Changes in January')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await focused(page, opener)

  const card = page.getByRole('button', { name: /^Tax rate/ })
  await card.focus()
  await page.keyboard.press('Enter')
  const note = page.getByRole('dialog', { name: 'Note' })
  const remove = note.getByRole('button', { name: 'Delete' })
  await remove.focus()
  await page.keyboard.press('Enter')
  const sure = page.getByRole('dialog', { name: 'Delete “Tax rate”?' })
  await sure.getByRole('button', { name: 'Delete' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await sure.waitFor({ state: 'detached' })
  await focused(page, remove)
})

test('the focus goes back to the button of the menu whose entry opened a dialog, and to that of a panel', async () => {
  const page = await pageOf(sign_in, '/project/workflows')
  const menu = page.getByRole('button', { name: 'More actions: Nightly import' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Run' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focused(page, menu)
  await page.keyboard.press('Enter')
  await page.locator('[role=menu]:focus-within').waitFor()
  await page.keyboard.press('Escape')
  await focused(page, menu)

  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await focused(page, bell)
})
