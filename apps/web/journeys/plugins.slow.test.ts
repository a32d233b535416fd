import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPublisher, packed, shippedPlugin } from '@weft/engine/testing/plugin.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn } from '@weft/kit/testing/product.ts'
import { aJourney, seen } from './opening.ts'

// What the provider brings and takes away, seen where workflows are made.
const { product, pageOf } = await aJourney()
const { admin, user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const agency = aPublisher('Weft')
await admin.put('settings/plugins', { publishers: [{ name: agency.name, key: agency.key }] })
const { id: workflow } = await user.post('workflows', {
  label: 'Tell',
  class_name: 'Tell',
  source:
    'weft: 1\nlabel: Tell\nsteps:\n  - { id: go, element: manual }\n  - { id: ask, element: http_request, settings: { url: "https://shop.example" }, position: { x: 300, y: 0 } }\nedges:\n  - { from: go.out, to: ask.in }\n',
})

const office = await pageOf(adminSignIn, '/admin/settings/plugins')
const bench = await pageOf(sign_in, `/project/workflows/${workflow}/mode/build`, { language: 'de' })
for (const page of [office, bench]) page.on('dialog', (dialog) => void dialog.accept())

test('a plugin is dropped, installed once that is confirmed, and says who installed it', async () => {
  await office.getByRole('heading', { name: 'Plugins', exact: true, level: 1 }).waitFor()
  await office
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'chat.weftplugin',
      mimeType: 'application/zip',
      buffer: await packed(shippedPlugin('chat-notifier'), agency),
    })
  await office.getByRole('heading', { name: 'Chat notifications', level: 1 }).waitFor()
  await office.getByText('Not installed').waitFor()
  const install = office.getByRole('main').getByRole('button', { name: 'Install', exact: true })
  const dialog = office.getByRole('dialog')
  await install.click()
  await dialog.getByText(/may ask: hooks\.slack\.com/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal((await admin.get('plugins'))[0].status, 'available', 'nothing happens without the confirmation')
  await install.click()
  await dialog.getByRole('button', { name: 'Install', exact: true }).click()
  await office.getByText('admin@weft.example').first().waitFor()
  await office.getByRole('main').getByRole('button', { name: 'Uninstall' }).waitFor()
  await seen(office, 'plugin-details')
})

test('the project switches it on, sets it up, and finds its elements in the designer with their forms', async () => {
  await bench.goto(`${product.url}/project/settings/plugins`)
  await bench.getByRole('switch', { name: '„Chat-Benachrichtigungen“ in diesem Projekt verwenden' }).press('Space')
  await bench.getByRole('button', { name: 'Einstellungen', exact: true }).click()
  const settings = bench.getByRole('dialog')
  await seen(bench, 'project-plugin')
  await settings.getByLabel(/^Webhook-Adresse/).fill('https://hooks.slack.com/services/x')
  await settings.getByRole('button', { name: 'Speichern' }).click()
  await bench.getByText('Gespeichert').first().waitFor()
  assert.deepEqual((await user.get('project_plugins'))[0].settings.webhook, { set: true })
  await bench.goto(`${product.url}/project/workflows/${workflow}/mode/build`)
  await bench.getByRole('button', { name: 'In den Chat schreiben' }).click()
  await bench.getByLabel(/^Nachricht/).fill('Bestellung {{number}} ist da')
  await bench.getByText('Eine Nachricht je').waitFor()
  await seen(bench, 'designer-with-plugin')
})

test('an element that is switched off leaves the palette, and a workflow that has it says so', async () => {
  await office.goto(`${product.url}/admin/settings/workflow-elements/connector/http_request`)
  await office.getByRole('heading', { name: 'HTTP request', level: 1 }).waitFor()
  await office.getByText('Nobody', { exact: true }).click()
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await office.getByText('Switched off').first().waitFor()
  await office.getByText('Tell', { exact: true }).waitFor()
  await seen(office, 'element')
  await bench.goto(`${product.url}/project/workflows/${workflow}/mode/build`)
  await bench.getByRole('button', { name: 'In den Chat schreiben' }).waitFor()
  assert.equal(await bench.getByRole('button', { name: 'HTTP-Anfrage', exact: true }).count(), 0)
  const { data } = (await user.call('GET', `workflows/${workflow}/code`)).body
  assert.match(data.problems[0].message, /is switched off by the provider, so the workflow does not start/)
})

test('it is uninstalled once that is confirmed, and gone from the project', async () => {
  await office.goto(`${product.url}/admin/settings/plugins`)
  await office.getByText('Chat notifications').first().waitFor()
  await seen(office, 'plugins')
  await office.getByText('Chat notifications').first().click()
  await office.getByRole('main').getByRole('button', { name: 'Uninstall' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByText(/disappear from all designers/).waitFor()
  await dialog.getByRole('button', { name: 'Uninstall' }).click()
  await office.getByText('Not installed').waitFor()
  assert.deepEqual(await user.get('project_plugins'), [])
  await bench.goto(`${product.url}/project/settings/plugins`)
  await bench.getByText('Kein Plugin ist installiert').waitFor()
})
