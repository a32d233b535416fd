import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn } from '@weft/kit/testing/product.ts'
import { aJourney, seenInBoth } from './opening.ts'

const mailbox = await aMailbox()
const { product, aPage, pageOf } = await aJourney()
const { admin, user, sign_in } = await aTenantOn(product, 'Hanse Handel')
await admin.put('settings/email', { ...mailbox.settings, url: product.url })

/** Replaces the whole text of an editor. */
async function write(page: Page, name: string, text: string) {
  await page.getByRole('textbox', { name, exact: true }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}
const shown = (page: Page) => page.frameLocator('iframe[title="Preview"]')

test('an administrator words a mail anew: mistakes are marked, the preview follows, it is sent to try and put back', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/mail-templates')
  await page.getByRole('row', { name: /Welcome/ }).waitFor()
  await seenInBoth(page, 'mail-templates')
  await page.getByRole('cell', { name: 'Welcome', exact: true }).click()
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await shown(page).getByText('an account has been made for you').waitFor()
  await write(page, 'Subject', 'Come in, {{ nobody }}')
  await page.getByText('There is no value called "nobody".').first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
  await seenInBoth(page, 'mail-template-mistake')
  await write(page, 'Subject', 'Come in, ')
  await page.getByRole('button', { name: /\{\{ name \}\}/ }).click()
  await write(page, 'Text', '# Hello\n\n[To your account]({{ link }})')
  await shown(page).getByRole('link', { name: 'To your account' }).waitFor()
  await page.getByRole('button', { name: 'Send to myself' }).click()
  const tried = await mailbox.to(adminSignIn.email)
  assert.match(tried.subject, /^Come in, /)
  assert.match(tried.text, /To your account:\nhttps:\/\/weft\.example\.com/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Own words').waitFor()
  await seenInBoth(page, 'mail-template')
  await page.getByRole('button', { name: 'Put back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put back' }).click()
  await shown(page).getByText('an account has been made for you').waitFor()
  assert.equal(await page.getByText('Own words').count(), 0)
})

test('the layout is seen around a mail before it is saved', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/mail-templates/layout')
  await shown(page).getByText('Weft', { exact: true }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Elbe Data')
  await page.getByLabel('Footer (English)').fill('Elbe Data, {{ nothing }}')
  await page.getByText('There is no value called "nothing".').waitFor()
  await page.getByLabel('Footer (English)').fill('Elbe Data GmbH, for {{ email }}')
  await shown(page).getByText(`Elbe Data GmbH, for ${adminSignIn.email}`).waitFor()
  await seenInBoth(page, 'mail-layout')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal((await admin.get('settings/mail_layout')).name, 'Elbe Data')
})

test('what a workflow sends stands in the archive of its project as it was, goes through the project’s own server, and is sent again', async () => {
  const source =
    'weft: 1\nlabel: Tell customers\nsteps:\n  - { id: by_hand, element: manual, label: By hand, settings: {} }\n  - { id: mail, element: send_mail, label: Mail, settings: { to: customer@example.test, subject: Your order 4711, text: "It has left our house.\\nIt arrives tomorrow." } }\nedges:\n  - { from: by_hand.out, to: mail.in }\n'
  const workflow = await user.post('workflows', { label: 'Tell customers', class_name: 'TellCustomers', source })
  await user.post(`workflows/${workflow.id}/publish`, {})
  await admin.put('settings/egress', { allow: [{ host: '127.0.0.1', port: mailbox.settings.port }] })

  const page = await pageOf(sign_in, '/project/settings/emailSettings')
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill(String(mailbox.settings.port))
  await page.getByRole('combobox', { name: 'Encryption' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await page.getByLabel('Sender').fill('Hanse Handel <orders@hanse.example>')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await seenInBoth(page, 'project-email-settings')

  await page.goto(`${product.url}/project/settings/mails`)
  await page.getByRole('cell', { name: 'Mail of a workflow', exact: true }).click()
  await write(page, 'Text', '{{ text }}\n\nYour **Hanse Handel**')
  await shown(page).getByText('Your Hanse Handel').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Own words').waitFor()

  await user.post(`workflows/${workflow.id}/run`, {})
  const mail = await mailbox.to('customer@example.test')
  assert.deepEqual(
    [mail.headers['from'], mail.text],
    ['Hanse Handel <orders@hanse.example>', 'It has left our house.\nIt arrives tomorrow.\n\nYour Hanse Handel\n'],
  )
  await page.goto(`${product.url}/project/mail-archive`)
  await page.getByRole('cell', { name: 'Tell customers', exact: true }).first().waitFor()
  await seenInBoth(page, 'mail-archive')
  await page.getByRole('cell', { name: 'Your order 4711', exact: true }).click()
  await page.frameLocator('iframe[title="Mail"]').getByText('It arrives tomorrow.').waitFor()
  await seenInBoth(page, 'mail-of-archive')
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByText('workflow_mail').waitFor()
  await page.getByRole('button', { name: 'Send once more' }).click()
  await mailbox.to('customer@example.test', 2)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('cell', { name: 'Your order 4711', exact: true }).nth(1).waitFor()
})

test('who is told of failed runs is settled by class, workflow, and users or administrators, and gets the mail', async () => {
  const source =
    'weft: 1\nlabel: Break\nsteps:\n  - { id: by_hand, element: manual, label: By hand, settings: {} }\n  - { id: file, element: read_file, label: Read, settings: { path: missing.csv, format: csv } }\nedges:\n  - { from: by_hand.out, to: file.in }\n'
  const workflow = await user.post('workflows', { label: 'Break', class_name: 'Break', source })
  await user.post(`workflows/${workflow.id}/publish`, {}).catch(() => undefined)
  const page = await pageOf(sign_in, '/project/settings/email')
  await page
    .getByRole('link', { name: /Create email recipient/ })
    .or(page.getByRole('button', { name: /Create email recipient/ }))
    .first()
    .click()
  await page
    .getByRole('button', { name: /^(Create|Save)/ })
    .last()
    .click()
  await page.getByText('Recipient is required').waitFor()
  await page.getByLabel(/^Recipient/).fill('ops@example.test, kim')
  await page.getByRole('combobox', { name: /^Email class/ }).click()
  await page.getByRole('option', { name: 'A run has failed' }).click()
  await page
    .getByRole('button', { name: /^(Create|Save)/ })
    .last()
    .click()
  await page.getByText('“kim” is no valid e-mail address.').waitFor()
  await page.getByLabel(/^Recipient/).fill('ops@example.test')
  await page.getByRole('combobox', { name: /^Users or administrators/ }).click()
  await page.getByRole('option', { name: 'Administrators of the tenant' }).click()
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  await seenInBoth(page, 'mail-recipient')
  await page
    .getByRole('button', { name: /^(Create|Save)/ })
    .last()
    .click()
  await page.getByRole('cell', { name: 'ops@example.test', exact: true }).waitFor()
  await seenInBoth(page, 'mail-recipients')
  await user.post(`workflows/${workflow.id}/run`, {})
  for (const to of ['ops@example.test', sign_in.email])
    assert.match((await mailbox.to(to)).subject, /^Break: a run has failed$/)
})

test('a newsletter is written, sent and watched; who follows its link gets none any more', async () => {
  await admin.put('settings/newsletter', { open: true, per_minute: 6_000 })
  const reader = await aPage()
  await reader.goto(`${product.url}/newsletter`)
  await reader.getByLabel('Email address').fill('reader@example.test')
  await reader.getByRole('button', { name: 'Subscribe' }).click()
  await reader.getByText('A mail is on its way.').waitFor()
  await seenInBoth(reader, 'newsletter-asked')
  const link = (text: string) => /http\S+\/newsletter#[\w=.-]+/.exec(text)![0]
  await reader.goto(`${product.url}/imprint`)
  await reader.goto(link((await mailbox.to('reader@example.test')).text))
  await reader.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
  await reader.getByText('reader@example.test gets the newsletter from now on.').waitFor()

  const page = await pageOf(adminSignIn, '/admin/settings/newsletter')
  await page.getByText('Subscribers', { exact: true }).click()
  await page.getByRole('cell', { name: 'reader@example.test', exact: true }).waitFor()
  await seenInBoth(page, 'newsletter-subscribers')
  await page.getByRole('link', { name: 'Write newsletter' }).click()
  await page.getByLabel('Name').fill('November')
  await write(page, 'Subject', 'News of {{ product }}')
  await write(page, 'Text', '# What is new\n\nHello {{ name }}')
  await shown(page).getByText('What is new').waitFor()
  await shown(page).getByText('Unsubscribe').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('One address at the moment').waitFor()
  await seenInBoth(page, 'newsletter-draft')
  await page.getByRole('button', { name: 'Send newsletter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send newsletter' }).click()
  await page.getByText('1 of 1 handled').waitFor()
  await seenInBoth(page, 'newsletter-sent')
  const mail = await mailbox.to('reader@example.test', 2)
  assert.match(mail.subject, /^News of /)
  await reader.goto(`${product.url}/imprint`)
  await reader.goto(link(mail.text))
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await reader.getByText('reader@example.test gets no newsletter any more.').waitFor()
  await seenInBoth(reader, 'newsletter-ended')
  await page.goto(`${product.url}/admin/settings/newsletter`)
  await page.getByRole('cell', { name: 'November', exact: true }).waitFor()
  await seenInBoth(page, 'newsletters')
})

test('the administration reads what the installation has written', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/email')
  await page.getByRole('cell', { name: /^Please confirm the newsletter/ }).click()
  await page.getByText('Codes and links of this mail are not kept').waitFor()
  await seenInBoth(page, 'system-mail')
})
