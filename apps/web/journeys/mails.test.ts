import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'

const mailbox = await aMailbox()
const product = await startProduct({ environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
after(() => product.stop())
const browser = await openBrowser()
after(() => browser.close())
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
await admin.put('settings/email', { ...mailbox.settings, url: product.url })

async function aPage(path: string, language = 'en'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  after(() => context.close())
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => assert.fail(error))
  await page.goto(product.url + path)
  await page.locator('[name=email]').fill(adminSignIn.email)
  await page.locator('[name=password]').fill(adminSignIn.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === path)
  return page
}
/** A screen in both schemes is read by axe; its picture is taken where asked for. */
async function look(page: Page, name: string) {
  await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important; animation: none !important }' })
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await assertAccessible(page, `${name} ${scheme}`)
    if (process.env['WEFT_PICTURES']) await page.screenshot({ path: `${process.env['WEFT_PICTURES']}/${name}-${scheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
const shown = (page: Page) => page.frameLocator('iframe[title="Preview"]')

test('an administrator words a mail anew: mistakes are marked, the preview follows, it is sent to try and put back', async () => {
  const page = await aPage('/admin/settings/mail-templates')
  await page.getByRole('row', { name: /Welcome/ }).waitFor()
  await look(page, 'mail-templates')
  await page.getByText('Welcome', { exact: true }).click()
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await shown(page).getByText('an account has been made for you').waitFor()
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Come in, {{ nobody }}')
  await page.getByText('There is no value called "nobody".').first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
  await look(page, 'mail-template-mistake')
  await subject.fill('Come in, ')
  await subject.press('End')
  await page.getByRole('button', { name: /\{\{ name \}\}/ }).click()
  await page.getByText('Come in, Weft', { exact: false }).first().waitFor().catch(() => {})
  const body = page.getByRole('textbox', { name: 'Text', exact: true })
  await body.fill('# Hello\n\n[To your account]({{ link }})')
  await shown(page).getByRole('link', { name: 'To your account' }).waitFor()
  await page.getByRole('button', { name: 'Send to myself' }).click()
  const tried = await mailbox.to(adminSignIn.email)
  assert.match(tried.subject, /^Come in, /)
  assert.match(tried.text, /To your account:\nhttps:\/\/weft\.example\.com/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Own words').waitFor()
  await look(page, 'mail-template')
  await page.getByRole('button', { name: 'Put back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put back' }).click()
  await shown(page).getByText('an account has been made for you').waitFor()
  assert.equal(await page.getByText('Own words').count(), 0)
})

test('the layout is seen around a mail before it is saved', async () => {
  const page = await aPage('/admin/settings/mail-templates/layout')
  await shown(page).getByText('Weft', { exact: true }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Elbe Data')
  await page.getByLabel('Footer (English)').fill('Elbe Data, {{ nothing }}')
  await page.getByText('There is no value called "nothing".').waitFor()
  await page.getByLabel('Footer (English)').fill('Elbe Data GmbH, for {{ email }}')
  await shown(page).getByText(`Elbe Data GmbH, for ${adminSignIn.email}`).waitFor()
  await look(page, 'mail-layout')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal((await admin.get('settings/mail_layout')).name, 'Elbe Data')
})
