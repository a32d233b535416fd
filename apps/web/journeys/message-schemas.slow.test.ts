import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kafkaCounterpart } from '@weft/catalogue/connectors/kafka/testing/counterpart.ts'
import { kafkaBody } from '@weft/catalogue/connectors/kafka/kafka.server.ts'
import { schemaRegistry } from '@weft/catalogue/connectors/kafka/testing/registry.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import type { Locator, Page } from 'playwright-core'
import { aJourney, seenInBoth } from './opening.ts'

// Messages by the schemas of a registry: chosen in the designer where the connection has one, decoded by the run.

const registry = await schemaRegistry()
const kafka = typeof registry === 'string' ? registry : await kafkaCounterpart()
const skip = typeof kafka === 'string' ? kafka : false

async function pick(page: Page, field: Locator, option: string) {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test(
  'the content and the key are chosen in the designer, and the run reads both by their schemas',
  { skip },
  async () => {
    if (typeof kafka === 'string' || typeof registry === 'string') return
    after(() => kafka.clients.close())
    const { product, pageOf } = await aJourney()
    const { admin, user, sign_in, project_id } = await aTenantOn(product, 'Hanse Handel')
    const ports = [kafka.tls_port, Number(new URL(registry.url).port)]
    await admin.put('settings/egress', { allow: ports.map((port) => ({ host: 'localhost', port })) })
    const plain = {
      ...kafka.settings,
      brokers: `localhost:${kafka.tls_port}`,
      encryption: 'verified' as const,
      ca: localCertificate.cert,
    }
    const settings = { ...plain, registry: 'open' as const, registry_url: registry.url }
    const topic = await kafka.topic('orders')
    await registry.register(`${topic}-key`, { schema: '"string"' })
    const fields = [{ name: 'number', type: 'long' }]
    await registry.register(`${topic}-value`, { schema: JSON.stringify({ type: 'record', name: 'Order', fields }) })
    const session = await kafkaBody.messages!(settings, httpReach)
    after(() => session.close())
    const [key, body] = await Promise.all([
      session.schemas!.encode(`${topic}-key`, 'Kiel'),
      session.schemas!.encode(`${topic}-value`, { number: '9007199254740993' }),
    ])
    assert.ok('body' in key && 'body' in body)
    await session.send!(topic, [{ key: Buffer.from(key.body).toString(), body: body.body }])

    const connect = (label: string, name: string, given: object) =>
      user.post('connections', { label, name, connector: 'kafka', project_id, settings: given })
    await connect('Plain stream', 'plain', plain)
    await connect('Orders stream', 'stream', settings)
    const source = JSON.stringify({
      weft: 1,
      label: 'Receive orders',
      steps: [
        { id: 'received', element: 'message_received', settings: { wait_seconds: 1 } },
        {
          id: 'done',
          element: 'finish',
          settings: { return_values: { order: '{{ body.number }}', town: '{{ key }}' } },
        },
      ],
      edges: [{ from: 'received.out', to: 'done.in' }],
    })
    const { id } = await user.post('workflows', { label: 'Receive orders', class_name: 'ReceiveOrders', source })

    const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
    await page.locator('.react-flow__node[data-id=received]').click()
    const panel = page.getByRole('complementary', { name: 'Settings of the step' })
    const setting = (label: string) => panel.getByLabel(new RegExp(`^${label}( \\*)?$`)).first()
    await pick(page, setting('Connection'), 'plain')
    await setting('Content').click()
    await page.getByRole('option', { name: 'Anything, as Base64' }).waitFor()
    assert.equal(await page.getByRole('option', { name: 'By the schema registry' }).count(), 0)
    await page.getByRole('option', { name: 'JSON', exact: true }).click()
    await setting('Connection').fill('stream')
    await page.getByRole('option', { name: 'stream', exact: true }).click()
    await setting('Queue or topic').fill('ord')
    await page.getByRole('option', { name: topic, exact: true }).click()
    await pick(page, setting('Content'), 'By the schema registry')
    await pick(page, setting('Message key'), 'By the schema registry')
    await page.getByText('No hints').waitFor()
    await panel.getByText('The system has no ord').waitFor({ state: 'detached' })
    await seenInBoth(page, 'message-schemas')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published as version/).waitFor()
    const { status, return_values, error } = await user.ended((await user.post(`workflows/${id}/run`)).job_id)
    assert.deepEqual(
      [status, return_values],
      ['stopped', { order: '9007199254740993', town: 'Kiel' }],
      JSON.stringify(error),
    )

    const german = await pageOf(sign_in, `/project/workflows/${id}/mode/build`, { language: 'de' })
    await german.locator('.react-flow__node[data-id=received]').click()
    const chosen = german
      .getByRole('complementary', { name: 'Einstellungen des Schritts' })
      .getByLabel('Nachrichtenschlüssel')
      .first()
    assert.equal(await chosen.inputValue(), 'Nach der Schema-Registry')
    await seenInBoth(german, 'message-schemas-de')
  },
)
