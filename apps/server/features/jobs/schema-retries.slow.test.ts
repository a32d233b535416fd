import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kafkaBody } from '@weft/catalogue/connectors/kafka/kafka.server.ts'
import { kafkaCounterpart } from '@weft/catalogue/connectors/kafka/testing/counterpart.ts'
import { schemaRegistry } from '@weft/catalogue/connectors/kafka/testing/registry.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { aServer } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

const registry = await schemaRegistry()
const kafka = typeof registry === 'string' ? registry : await kafkaCounterpart()
const skip = typeof kafka === 'string' ? kafka : false

test(
  'a message that its schema refused is read by it again when somebody retries it, its key, too',
  { skip },
  async () => {
    if (typeof kafka === 'string' || typeof registry === 'string') return
    after(() => kafka.clients.close())
    const { context, tenant, api, aStructure, aWorkflow, run, ended, rows } = await aServerWithJobs(await aServer())
    const ports = [kafka.tls_port, Number(new URL(registry.url).port)]
    const allowed = ports.map((port) => ({ tenant_id: tenant.tenant_id, host: 'localhost', port }))
    await inScope(context.db, systemScope, (trx) => trx.insertInto('allowed_hosts').values(allowed).execute())
    const settings = {
      ...kafka.settings,
      brokers: `localhost:${kafka.tls_port}`,
      encryption: 'verified' as const,
      ca: localCertificate.cert,
      registry: 'open' as const,
      registry_url: registry.url,
    }
    const connection = await api('POST', '/connections', {
      label: 'Stream',
      name: 'stream',
      connector: 'kafka',
      project_id: tenant.project_id,
      settings,
    })
    assert.equal(connection.status, 201, JSON.stringify(connection))

    const topic = await kafka.topic('refused-orders')
    await registry.register(`${topic}-key`, { schema: '"string"' })
    const fields = [
      { name: 'number', type: 'long' },
      { name: 'country', type: 'string' },
    ]
    await registry.register(`${topic}-value`, { schema: JSON.stringify({ type: 'record', name: 'Order', fields }) })
    const session = await kafkaBody.messages!(settings, httpReach)
    after(() => session.close())
    const encoded = async (part: 'key' | 'value', value: unknown) => {
      const content = await session.schemas!.encode(`${topic}-${part}`, value)
      assert.ok('body' in content)
      return Buffer.from(content.body)
    }
    const send = async (key: Buffer, body: Buffer) => session.send!(topic, [{ key: key.toString(), body }])
    const [hamburg, kiel] = [await encoded('key', 'Hamburg'), await encoded('key', 'Kiel')]
    const whole = await encoded('value', { number: '9007199254740993', country: 'DE' })
    const [cutBody, cutKey] = [whole.subarray(0, whole.length - 1), kiel.subarray(0, kiel.length - 1)]
    const danish = await encoded('value', { number: 3, country: 'DK' })
    await send(hamburg, whole)
    await send(kiel, cutBody)
    await send(cutKey, danish)

    const structure = await aStructure('StreamedOrder', [
      aField('number', 'big_integer', { primary_key: true, nullable: false }),
      aField('town'),
    ])
    const receive = await aWorkflow(`steps:
  - { id: received, element: message_received, settings: { connection: stream, topic: ${topic}, content: schema, key: schema, wait_seconds: 1 } }
  - id: take
    element: set_fields
    settings: { keep_others: false, fields: [{ field: number, value: '{{ body.number }}' }, { field: town, value: '{{ key }}' }] }
  - { id: keep, element: write_records, settings: { structure_id: ${structure.id} } }
edges: [{ from: received.out, to: take.in }, { from: take.out, to: keep.in }]`)
    const job = await run(receive)
    const refusals = async ({ id }: { id: string }) =>
      (await api('GET', `/record_errors?filter[job_id]=${id}`)).data as any[]
    const kept = async () =>
      (await rows(structure)).map(({ number, town }: any) => [number, town]).toSorted((a, b) => (a < b ? -1 : 1))
    assert.deepEqual(await kept(), [['9007199254740993', 'Hamburg']])
    const found = await refusals(job)
    const [body, key] = ['body', 'key'].map((field) => found.find((one) => one.field === field))
    assert.deepEqual(
      [body, key].map(({ record, reason }) => [record.key, record.body, reason]),
      [
        [
          kiel.toString('base64'),
          cutBody.toString('base64'),
          'The message 0-1 cannot be read by its schema. Byte 14, country: The content ends too early.',
        ],
        [
          cutKey.toString('base64'),
          danish.toString('base64'),
          'The key of the message 0-2 cannot be read by its schema. Byte 6: The content ends too early.',
        ],
      ],
    )

    const retry = async ({ id }: { id: string }, record: object) => {
      const { status, data, message } = await api('POST', `/record_errors/${id}/retry`, { record })
      assert.equal(status, 202, message)
      return ended(data.id)
    }
    // As it came it is refused once more, and still kept as it came.
    const [again] = await refusals(await retry(body, body.record))
    assert.deepEqual([again.record, again.reason], [body.record, body.reason])
    const swedish = await encoded('value', { number: 2, country: 'SE' })
    const mended = [
      await retry(again, { ...again.record, body: swedish.toString('base64') }),
      await retry(key, { ...key.record, key: kiel.toString('base64') }),
    ]
    assert.deepEqual(
      mended.map(({ status }) => status),
      ['stopped', 'stopped'],
    )
    const states = (await refusals(job)).map(({ field, state }) => [field, state])
    assert.deepEqual(Object.fromEntries(states), { body: 'rejected_again', key: 'resolved' })
    assert.deepEqual(await kept(), [
      [2, 'Kiel'],
      [3, 'Kiel'],
      ['9007199254740993', 'Hamburg'],
    ])
  },
)
