import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testCertificate } from '@weft/engine/storage/testing/certificate.ts'
import { anFtpServer } from '@weft/engine/storage/testing/ftp-server.ts'
import { anSftpServer } from '@weft/engine/storage/testing/sftp-server.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { aJourney } from './opening.ts'

const { product, pageOf } = await aJourney()
const folder = mkdtempSync(path.join(tmpdir(), 'weft-storages-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['sftp', 'ftp/files']) mkdirSync(path.join(folder, name), { recursive: true })
writeFileSync(path.join(folder, 'ftp/files/preise.csv'), 'sku;preis\n')
const sftp = await anSftpServer({ root: path.join(folder, 'sftp') })
const ftp = await anFtpServer({ root: path.join(folder, 'ftp'), tls: testCertificate })

const admin = await Client.signIn(product.url, adminSignIn, 'admin')
await admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
const password = 'Correct-Horse-1'
const partner = await admin.post('partners', {
  name: 'Nordlicht Digital',
  workspace: 'nordlicht.example',
  user: { first_name: 'Nora', last_name: 'Nielsen', email: 'nora@nordlicht.example', password },
})

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

let tenant = ''

test('in the wizard a storage on an SFTP server is chosen, tested and created', async () => {
  const page = await pageOf(adminSignIn, '/admin/clients/create')
  await page.getByLabel('Company name').fill('Hanse Handel')
  await page.getByLabel('Workspace domain').fill('hanse.example')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Hansen')
  await page.getByLabel(/^E-mail/).fill('ada@hanse.example')
  await page.getByLabel(/^Password/).fill(password)
  await choose(page, 'Where the files lie', 'SFTP server')
  const storage = page.locator('section', { has: page.getByRole('combobox', { name: 'Where the files lie' }) })
  await storage.getByLabel('Host').fill('127.0.0.1')
  await storage.getByLabel('Port').fill(String(sftp.port))
  await storage.getByLabel('User').fill('shop')
  await storage.getByLabel('Password').fill('wrong')
  await storage.getByRole('button', { name: 'Test storage' }).click()
  await page.getByText('The server 127.0.0.1 did not accept user or password.').waitFor()
  await assertAccessible(page, 'wizard with a failed test')
  await storage.getByLabel('Password').fill('secret')
  await storage.getByRole('button', { name: 'Test storage' }).click()
  await page.getByText('The storage works.').waitFor()
  await storage.getByLabel('Root folder').fill('/tenants/hanse')
  await page.getByRole('main').getByRole('button', { name: 'Create tenant' }).click()
  await page.getByRole('heading', { name: 'Hanse Handel is ready' }).waitFor()
  await page.getByRole('button', { name: 'Open tenant' }).click()
  await page.getByRole('heading', { name: 'Hanse Handel' }).waitFor()
  tenant = new URL(page.url()).pathname
})

test('the storage tab shows where the files lie, keeps them closed to staff without an access, and browses them with one', async () => {
  const page = await pageOf(adminSignIn, `${tenant}/storage`)
  await page
    .getByText(/^SHA256:/)
    .first()
    .waitFor()
  await page.getByText('0 B in 0 files').waitFor()
  await page.getByText('To see the files of this tenant, please open a support access first.').waitFor()
  await page.getByRole('button', { name: 'Test storage' }).click()
  await page.getByText('The storage works.').waitFor()
  await assertAccessible(page, 'storage tab')
  await admin.post(`clients/${tenant.split('/').at(-1)!}/support_accesses`, { reason: 'Asked by phone', minutes: 60 })
  await page.reload()
  await page.getByRole('button', { name: 'Upload' }).first().click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('id;name\n1;Ada\n') })
  await page.getByRole('button', { name: 'orders.csv', exact: true }).waitFor()
  assert.equal(readFileSync(path.join(folder, 'sftp/tenants/hanse/orders.csv'), 'utf8'), 'id;name\n1;Ada\n')
  await page.getByRole('button', { name: 'orders.csv', exact: true }).click()
  await page.getByRole('dialog').getByText('Ada').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for orders.csv' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ])
  assert.equal(readFileSync(await download.path(), 'utf8'), 'id;name\n1;Ada\n')
})

test('changing to FTPS is asked about first, because files stay where they are', async () => {
  const page = await pageOf(adminSignIn, `${tenant}/storage`, { language: 'de', scheme: 'dark' })
  await choose(page, 'Wo die Dateien liegen', 'FTP- oder FTPS-Server')
  await page.getByLabel('Port').fill(String(ftp.port))
  await page.getByRole('textbox', { name: 'Passwort' }).fill('secret')
  await page.getByLabel('Mit TLS verschlüsseln (FTPS)').check()
  await page.getByLabel('Wurzelordner').fill('/files')
  await page.getByRole('button', { name: 'Speicher testen' }).click()
  await page.getByText('Der Speicher funktioniert.').waitFor()
  await assertAccessible(page, 'storage tab, German and dark')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ändern' }).click()
  await page.getByText('Speicher gespeichert').waitFor()
  await page.getByRole('button', { name: 'preise.csv', exact: true }).waitFor()
})

test('a storage server is registered, shows its health, and is offered to partners', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/server', { language: 'de' })
  await page
    .getByText(/^Funktioniert, /)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Speicherserver hinzufügen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Flotte')
  await dialog.getByLabel('Host').fill('127.0.0.1')
  await dialog.getByLabel('Port').fill(String(sftp.port))
  await dialog.getByRole('textbox', { name: /^Benutzer/ }).fill('shop')
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill('secret')
  await dialog.getByRole('button', { name: 'Speicher testen' }).click()
  await dialog.getByText('Der Speicher funktioniert.').waitFor()
  await assertAccessible(page, 'dialog of a storage server')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText(`sftp://shop@127.0.0.1:${sftp.port}/ · kein Konto`).waitFor()
  await assertAccessible(page, 'servers')
  await page.goto(`${product.url}/admin/partners/${partner.id}/storage`)
  await choose(page, 'Wo die Dateien liegen', 'Flotte (registrierter Server)')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Speicher gespeichert').waitFor()
  await page.getByText(partner.id).waitFor()
  await assertAccessible(page, 'storage of a partner')
})
