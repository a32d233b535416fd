import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// An API key from the screen where it is typed to the server that wants it, and nowhere else.

const secret = 'Sup3r-Geheim+42/x'
const { product, pageOf } = await aJourney()
const { admin, user, sign_in, tenant_id } = await aTenantOn(product, 'Hanse Handel')

const heard: IncomingMessage[] = []
const shop = createServer((request, response) => {
  heard.push(request)
  // A server that tells back what it was sent, and one that puts it into its complaint.
  const said = JSON.stringify({ you_said: request.headers['authorization'], order: 7 })
  response.writeHead(request.url!.startsWith('/refuse') ? 400 : 200, { 'content-type': 'application/json' }).end(said)
})
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
after(() => shop.close())
const { port } = shop.address() as AddressInfo
await admin.put('settings/egress', { allow: [{ host: '127.0.0.1', port }] })

const workflow = (name: string, path: string) => `weft: 1
label: ${name}
steps:
  - { id: go, element: manual }
  - { id: ask, element: http_request, settings: { url: "http://127.0.0.1:${port}/${path}?key={{ config.shop.token | url }}", headers: [{ name: authorization, value: "Bearer {{ config.shop.token }}" }], auth: header, auth_name: "x-{{ config.shop.name }}", auth_value: shop.token } }
  - { id: say, element: write_journal, settings: { text: "The key is {{ config.shop.token }}" } }
  - { id: end, element: finish, settings: { return_values: { order: "{{ order }}", key: "{{ config.shop.token }}" } } }
edges:
  - { from: go.out, to: ask.in }
  - { from: ask.out, to: say.in }
  - { from: say.out, to: end.in }
`
const jobs: string[] = []
let workflows: { id: string }[] = []

test('a secret is entered once, is shown as set, can be replaced and cleared, and is read well in both languages and schemes', async () => {
  const page = await pageOf(sign_in, '/project/settings/config/create')
  await page.getByLabel('Technical name').fill('shop.token')
  await page
    .getByRole('combobox', { name: 'Kind' })
    .or(page.getByRole('textbox', { name: 'Kind' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Secret' }).click()
  await page.locator('input[type=password]').fill('short')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('A secret has at least 6 characters.').waitFor()
  await page.locator('input[type=password]').fill(secret)
  await seenInBoth(page, 'config-secret-create')
  await page.getByRole('button', { name: 'Create' }).click()
  await page
    .getByRole('row', { name: /shop\.token/ })
    .getByText(/^•••• set on /)
    .waitFor()
  assert.ok(!(await page.content()).includes(secret))
  await page.getByRole('link', { name: 'shop.token' }).click()
  await page.getByText(/^•••• set on /).waitFor()
  await page.getByRole('button', { name: 'Clear secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear secret' }).click()
  await page.getByText('No value yet').waitFor()
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(/^•••• set on /).waitFor()
  await seenInBoth(page, 'config-secret')
  assert.ok(!(await page.content()).includes(secret))
  const german = await pageOf(sign_in, '/project/settings/config', { language: 'de' })
  await german
    .getByRole('row', { name: /shop\.token/ })
    .getByText(/^•••• gesetzt am /)
    .waitFor()
  await german
    .getByRole('row', { name: /shop\.token/ })
    .getByText('Geheimnis')
    .waitFor()
})

test('a value that looks like a secret is offered for conversion, with one click and a yes', async () => {
  await user.post('config_values', { name: 'shop.name', value: 'elbe' })
  await user.post('config_values', { name: 'crm.api_key', value: 'Clear-Text-99' })
  const page = await pageOf(sign_in, '/project/settings/config')
  await page
    .getByRole('row', { name: /shop\.name/ })
    .getByText('elbe')
    .waitFor()
  await page
    .getByRole('row', { name: /crm\.api_key/ })
    .getByText('Looks like a secret')
    .waitFor()
  await seenInBoth(page, 'config-values')
  await page.getByRole('button', { name: 'Keep crm.api_key as a secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep as a secret' }).click()
  await page
    .getByRole('row', { name: /crm\.api_key/ })
    .getByText(/^•••• set on /)
    .waitFor()
  assert.ok(!(await page.content()).includes('Clear-Text-99'))
  const german = await pageOf(sign_in, '/project/settings/config', { language: 'de', scheme: 'dark' })
  await german
    .getByRole('row', { name: /crm\.api_key/ })
    .getByText(/^•••• gesetzt am /)
    .waitFor()
})

test('a variable of the tenant is kept as a secret the same way, and one that looks like one is offered for conversion', async () => {
  await admin.post(`clients/${tenant_id}/variables`, { name: 'old.api_key', label: 'Old key', value: 'Clear-Text-77' })
  const page = await pageOf(sign_in, '/tenant/settings')
  await page
    .getByRole('row', { name: /old\.api_key/ })
    .getByText('Looks like a secret')
    .waitFor()
  await page.getByRole('button', { name: 'Keep old.api_key as a secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep as a secret' }).click()
  await page
    .getByRole('row', { name: /old\.api_key/ })
    .getByText(/^•••• set on /)
    .waitFor()
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByLabel('Technical name').fill('tenant.token')
  await page.getByLabel(/^Label/).fill('Token of the tenant')
  await page
    .getByRole('combobox', { name: 'Kind' })
    .or(page.getByRole('textbox', { name: 'Kind' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Secret' }).click()
  await page.locator('input[type=password]').fill(secret)
  await seenInBoth(page, 'variable-secret-create')
  await page.getByRole('button', { name: 'Create' }).click()
  await page
    .getByRole('row', { name: /tenant\.token/ })
    .getByText(/^•••• set on /)
    .waitFor()
  assert.ok(!(await page.content()).includes(secret) && !(await page.content()).includes('Clear-Text-77'))
  const german = await pageOf(sign_in, '/tenant/settings', { language: 'de', scheme: 'dark' })
  await german
    .getByRole('row', { name: /tenant\.token/ })
    .getByText(/^•••• gesetzt am /)
    .waitFor()
})

test('a workflow sends it where it belongs, and the log, the error and the return values have it masked', async () => {
  const [good, bad] = [
    await user.post('workflows', { label: 'Orders', class_name: 'Orders', source: workflow('Orders', 'orders') }),
    await user.post('workflows', { label: 'Refused', class_name: 'Refused', source: workflow('Refused', 'refuse') }),
  ]
  workflows = [good, bad]
  const { problems } = await user.post(`workflows/${good.id}/validate`, {
    source: workflow('Orders', 'orders').replace('"Bearer {{ config.shop.token }}"', '"Bearer {{ config.nobody }}"'),
  })
  assert.deepEqual(
    problems.map(({ step, place, message }: Record<string, string>) => [step, place, message]),
    [
      [
        'ask',
        'settings.headers.0.value',
        'There is no configuration value called "nobody" in this project, or it has no value.',
      ],
    ],
  )
  const [done, refused] = [
    await user.ended((await user.post(`workflows/${good.id}/run`)).job_id),
    await user.ended((await user.post(`workflows/${bad.id}/run`)).job_id),
  ]
  jobs.push(done.id, refused.id)
  assert.equal(done.status, 'stopped', JSON.stringify(done))
  assert.equal(refused.status, 'error')
  assert.deepEqual(
    [
      heard[0]!.headers['authorization'],
      heard[0]!.headers['x-elbe'],
      new URL(heard[0]!.url!, 'http://shop').searchParams.get('key'),
    ],
    [`Bearer ${secret}`, secret, secret],
  )
  assert.deepEqual(done.return_values, { order: 7, key: '••••(shop.token)' })
  assert.match(JSON.stringify(refused.error), /answered 400: .*Bearer ••••\(shop\.token\)/)
  const page = await pageOf(sign_in, `/project/workflows/reporting/${good.id}/${done.id}/details`)
  await page.getByRole('tab', { name: 'Log' }).click()
  await page.getByText('The key is ••••(shop.token)').first().waitFor()
  assert.ok(!(await page.content()).includes(secret))
})

test('where text is typed in the designer, configuration values are offered by name, and a name nobody has given is said with a way to give it', async () => {
  const { id } = await user.post('workflows', {
    label: 'Offer',
    class_name: 'Offer',
    source: workflow('Offer', 'orders'),
  })
  const at = `/project/workflows/${id}/mode/build`
  const page = await pageOf(sign_in, at, { permissions: ['clipboard-read'] })
  const answers: string[] = []
  page.on('response', (response) => response.url().includes('/config_values') && answers.push(response.url()))
  const settings = page.getByRole('complementary', { name: 'Settings of the step' })
  const choose = (step: string) => page.locator(`.react-flow__node[data-id=${step}]`).click()
  await choose('ask')
  const address = settings.getByLabel(/^Address/).first()
  await address.click()
  await address.press('End')
  await address.pressSequentially('&again={{ config.')
  const list = page.getByRole('listbox', { name: 'Fields and configuration values' })
  await list.getByRole('option', { name: /shop\.token/ }).waitFor()
  await list
    .getByRole('option', { name: /tenant\.token/ })
    .getByText('of the tenant', { exact: true })
    .waitFor()
  assert.deepEqual(
    [
      await list
        .getByRole('option', { name: /shop\.token/ })
        .getByRole('img', { name: 'Secret' })
        .count(),
      await list
        .getByRole('option', { name: /shop\.name/ })
        .getByRole('img')
        .count(),
    ],
    [1, 0],
  )
  await seenInBoth(page, 'config-completion')
  await address.pressSequentially('shop.to')
  await address.press('Enter')
  assert.match(await address.inputValue(), /&again=\{\{ config\.shop\.token \}\}$/)

  // A name nobody has given: said at once, created in another tab, known on coming back.
  await address.pressSequentially('&more={{ config.shop.region }}')
  const link = settings.getByRole('link', { name: 'Create “shop.region”' })
  await link.waitFor()
  await settings
    .getByText(/no configuration value called .shop\.region./)
    .first()
    .waitFor()
  await seenInBoth(page, 'config-unknown')
  const [other] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  assert.equal(await other.getByLabel('Technical name').inputValue(), 'shop.region')
  await other.getByLabel(/^Value/).fill('north')
  await other.getByRole('button', { name: 'Create' }).click()
  await other.getByRole('row', { name: /shop\.region/ }).waitFor()
  await other.close()
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await link.waitFor({ state: 'detached' })
  assert.ok(
    answers.every((url) => url.endsWith('/config_values/names')),
    answers.join(' '),
  )

  // Where a secret is named without braces, secrets are offered.
  const named = settings.getByLabel('Configuration value with the secret').first()
  await named.fill('shop')
  await page.getByRole('option', { name: 'shop.token' }).waitFor()
  assert.equal(await page.getByRole('option', { name: 'shop.name' }).count(), 0)
  await page.getByRole('option', { name: 'shop.token' }).click()
  assert.equal(await named.inputValue(), 'shop.token')

  // What people read offers no secrets.
  await choose('say')
  const text = settings.getByLabel(/^Text/)
  await text.fill('{{ config.')
  await list.getByRole('option', { name: /shop\.name/ }).waitFor()
  assert.equal(await list.getByRole('option', { name: /token/ }).count(), 0)
  await text.press('ArrowDown')
  await text.press('Enter')
  assert.match(await text.inputValue(), /^\{\{ config\.[a-z.]+ \}\}$/)
})

test('they are offered in German, on a phone and in the code as well', async () => {
  const [{ id }] = (await user.get('workflows?searchTerm=Offer')) as [{ id: string }]
  const small = await pageOf(sign_in, `/project/workflows/${id}/mode/build`, {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  await small.locator('.react-flow__node[data-id=ask]').click()
  const address = small
    .getByRole('complementary', { name: 'Einstellungen des Schritts' })
    .getByLabel(/^Adresse/)
    .first()
  await address.click()
  await address.press('End')
  await address.pressSequentially('&x={{ config.')
  const list = small.getByRole('listbox', { name: 'Felder und Konfigurationswerte' })
  await list
    .getByRole('option', { name: /tenant\.token/ })
    .getByText('des Mandanten')
    .waitFor()
  const box = (await list.boundingBox())!
  assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
  await seenInBoth(small, 'config-completion-phone-de')
  await address.press('Escape')
  await address.pressSequentially('nirgends }}')
  await small
    .getByText(/nirgends.* gibt es in diesem Projekt nicht/)
    .first()
    .waitFor()
  await small.getByRole('link', { name: '„nirgends“ anlegen' }).waitFor()
  await seenInBoth(small, 'config-unknown-phone-de')

  const code = await pageOf(sign_in, `/project/workflows/${id}/mode/code`)
  await code.locator('.cm-content').click()
  await code.keyboard.press('Control+End')
  await code.keyboard.type('\n# {{ config.')
  await code.locator('.cm-tooltip-autocomplete').getByText('config.shop.token').waitFor()
})

test('no route that reads answers it, for anybody, and it stands in the control database nowhere', async () => {
  const document = (await (await fetch(`${product.url}/api/docs/json`)).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  const ids: Record<string, string[]> = {
    jobs,
    workflows: workflows.map(({ id }) => id),
    config_values: (await user.get('config_values')).map(({ id }: { id: string }) => id),
    audit_logs: (await user.get('audit_logs?perPage=100')).map(({ id }: { id: string }) => id),
  }
  let asked = 0
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!('get' in methods) || !path.startsWith('/api/app/')) continue
    const resource = path.split('/').find((part) => part in ids) ?? ''
    const wanted = path.includes('{') ? (/^[^{]*\{id\}[^{]*$/.test(path) ? (ids[resource] ?? []) : []) : ['']
    for (const id of wanted) {
      const url = path.replace('/api/app/', '').replace('{id}', id)
      for (const who of [user, admin]) {
        const { body } = await who.call('GET', url)
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        for (const form of forms) assert.ok(!text.includes(form), `${url} answers it`)
        asked += 1
      }
    }
  }
  assert.ok(asked > 200, `only ${asked} answers were looked at`)
  const found = await onControl(product, async (client) => {
    const { rows } = await client.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb', 'character varying')`,
    )
    const hits: string[] = []
    for (const { table, column } of rows)
      if (
        ((await client.query(`select from "${table}" where position($1 in "${column}"::text) > 0 limit 1`, [secret]))
          .rowCount ?? 0) > 0
      )
        hits.push(`${table}.${column}`)
    return hits
  })
  assert.deepEqual(found, [])
})

test('sealed values lie in no column but those that are declared', async () => {
  const { sealedColumns } = await import('@weft/kit/secrets/sealed-columns.ts')
  const declared = new Set(Object.values(sealedColumns).map(({ table, column }) => `${table}.${column}`))
  const found = await onControl(product, async (client) => {
    const { rows } = await client.query<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb', 'bytea')`,
    )
    const hits: string[] = []
    for (const { table, column, type } of rows) {
      const is =
        type === 'bytea'
          ? `position('\\x7765667402'::bytea in "${column}") = 1`
          : `"${column}"::text ~ '(^|")d2VmdA[I-L]'`
      if (((await client.query(`select from "${table}" where ${is} limit 1`)).rowCount ?? 0) > 0)
        hits.push(`${table}.${column}`)
    }
    return hits
  })
  assert.ok(found.includes('config_values.secret_value'))
  assert.deepEqual(
    found.filter((place) => !declared.has(place)),
    [],
  )
})
