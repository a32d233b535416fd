import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { httpRequestBody } from '@weft/catalogue/elements/http-request/http-request.server.ts'
import { httpRequest } from '@weft/catalogue/elements/http-request/http-request.ts'
import { notify } from '@weft/catalogue/elements/notify/notify.ts'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { pdfText } from '@weft/engine/testing/pdf-text.ts'
import { plainField, type FieldType, type StructureField } from '@weft/kit/define/structure.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { givenNames } from '@weft/kit/text-templates/given.ts'
import type { TemplateKind } from '@weft/kit/text-templates/kinds.ts'
import { parseTextTemplate } from '@weft/kit/text-templates/text-template.ts'
import { anEngine } from './testing/engine.ts'

const stored = '0190a8d2-7e0c-7f65-9f0e-6f0f6f1f2f3f'
const mailbox = await aMailbox()
const { port } = mailbox.settings
const engine = await anEngine({ allowed: [{ host: '127.0.0.1', port }] })
const { aWorkflow, aConnection, start, attempt, run, scope, control } = engine
await aConnection('post', 'smtp', {
  host: '127.0.0.1',
  port,
  encryption: 'none',
  from: 'Shop <shop@example.test>',
  user: 'weft',
  password: 'pa55',
})

const aTemplate = async (label: string, type: TemplateKind, body: string, variables: { name: string }[] = []) =>
  (
    await inScope(control.db, scope, (trx) =>
      trx
        .insertInto('text_templates')
        .values({ label, type, body, variables: JSON.stringify(variables) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  ).id

const rows = `{% for line in lines %}<tr><td>{{ line.sku }}</td><td>{{ line.name }}</td><td align="right">{{ line.price | times: line.quantity | number: 2, language }}</td></tr>{% endfor %}`
const html = await aTemplate(
  'Order confirmation',
  'html',
  `<h1>{% if language == "de" %}Auftragsbestätigung{% else %}Order confirmation{% endif %} {{ number }}</h1>
<p>{% if language == "de" %}Guten Tag{% else %}Dear{% endif %} {{ customer }},</p>
<table><thead><tr><th>{% if language == "de" %}Artikel{% else %}Item{% endif %}</th><th>{% if language == "de" %}Bezeichnung{% else %}Name{% endif %}</th><th align="right">EUR</th></tr></thead><tbody>${rows}</tbody></table>
<p>{{ greeting }}</p>`,
  [{ name: 'greeting' }],
)
const text = await aTemplate(
  'Order confirmation as text',
  'mail',
  `{% if language == "de" %}Guten Tag{% else %}Dear{% endif %} {{ customer }},
{% assign sum = 0 %}{% for line in lines -%}
{{ forloop.index }}. {{ line.quantity }} x {{ line.name }}{% assign part = line.price | times: line.quantity %}{% assign sum = sum | plus: part %}
{% endfor -%}
{% if language == "de" %}Summe{% else %}Total{% endif %}: {{ sum | number: 2, language }} EUR`,
)
const csv = await aTemplate(
  'Lines',
  'csv',
  'sku;name\n{% for line in lines %}{{ line.sku }};{{ line.name }}\n{% endfor %}',
)

const mail = {
  connection: 'post',
  to: '{{ email }}',
  cc: 'sales@example.test',
  bcc: 'archive@example.test',
  reply_to: 'service@example.test',
  subject: '{{ number }}',
  text_template_id: text,
  html_template_id: html,
  values: [{ name: 'greeting', value: 'Shop <Köln>' }],
  written_attachments: [
    { template_id: html, name: 'order-{{ number }}.pdf', as: 'pdf', language: '{{ language }}' },
    { template_id: csv, name: 'lines.csv' },
  ],
}
const steps = { go: ['manual'], send: ['send_mail', mail] } satisfies Parameters<typeof aWorkflow>[1]
const order = {
  number: 4711,
  customer: 'Müller & Söhne',
  language: 'de',
  email: 'de@example.test',
  lines: [
    { sku: 'A-1', name: 'Schraube "M4"', quantity: 1000, price: '1.10' },
    { sku: 'B-2', name: 'Mutter; <M4>', quantity: 2, price: '0.05' },
  ],
}

test('an order is confirmed by mail in the language of its customer, as text, HTML, PDF and CSV', async () => {
  const workflow = await aWorkflow('Confirm', steps, 'go.out>send.in')
  const { status, error, logs } = await run(workflow, order)
  assert.deepEqual([status, error, logs], ['stopped', undefined, []])
  const sent = await mailbox.to('de@example.test')
  assert.deepEqual(
    [sent.subject, sent.to, sent.headers['cc'], sent.headers['bcc'], sent.headers['reply-to']],
    [
      '4711',
      ['de@example.test', 'sales@example.test', 'archive@example.test'],
      'sales@example.test',
      undefined,
      'service@example.test',
    ],
  )
  assert.equal(
    sent.text.trimEnd(),
    'Guten Tag Müller & Söhne,\n1. 1000 x Schraube "M4"\n2. 2 x Mutter; <M4>\nSumme: 1.100,10 EUR',
  )
  assert.equal(
    sent.html.trimEnd(),
    `<h1>Auftragsbestätigung 4711</h1>
<p>Guten Tag Müller &#38; Söhne,</p>
<table><thead><tr><th>Artikel</th><th>Bezeichnung</th><th align="right">EUR</th></tr></thead><tbody><tr><td>A-1</td><td>Schraube &#34;M4&#34;</td><td align="right">1.100,00</td></tr><tr><td>B-2</td><td>Mutter; &#60;M4&#62;</td><td align="right">0,10</td></tr></tbody></table>
<p>Shop &#60;Köln&#62;</p>`,
  )
  const [pdf, lines] = sent.attachments
  assert.deepEqual([pdf!.name, lines!.name], ['order-4711.pdf', 'lines.csv'])
  assert.deepEqual(pdfText(pdf!.content).split('\n'), [
    'Auftragsbestätigung 4711',
    'Guten Tag Müller & Söhne,',
    'Artikel',
    'Bezeichnung',
    'EUR',
    'A-1',
    'Schraube "M4"',
    '1.100,00',
    'B-2',
    'Mutter; <M4>',
    '0,10',
    'Shop <Köln>',
    'Seite 1 von 1',
  ])
  assert.equal(lines!.content.toString(), 'sku;name\nA-1;"Schraube ""M4"""\nB-2;"Mutter; <M4>"\n')

  assert.equal((await run(workflow, { ...order, language: 'en', email: 'en@example.test' })).status, 'stopped')
  const english = await mailbox.to('en@example.test')
  assert.equal(
    english.text.trimEnd(),
    'Dear Müller & Söhne,\n1. 1000 x Schraube "M4"\n2. 2 x Mutter; <M4>\nTotal: 1,100.10 EUR',
  )
  assert.match(english.html, /^<h1>Order confirmation 4711<\/h1>\n<p>Dear Müller &#38; Söhne,<\/p>/)
  assert.deepEqual(pdfText(english.attachments[0]!.content).split('\n').slice(-2), ['Shop <Köln>', 'Page 1 of 1'])
})

test('a record without a value the text speaks of is refused with the nearest name, and the others go', async () => {
  const misspelt = await aTemplate('Misspelt', 'mail', 'Hello {{ custmer }}')
  const workflow = await aWorkflow(
    'Misspelt',
    {
      go: ['manual'],
      send: ['send_mail', { connection: 'post', to: '{{ email }}', subject: 'x', text_template_id: misspelt }],
      note: ['write_journal', { text: '{{ error.reason }}' }],
    },
    'go.out>send.in send.rejected>note.in',
  )
  const before = mailbox.received.length
  const { steps: counted } = await run(workflow, order)
  assert.equal(mailbox.received.length, before)
  assert.deepEqual((counted['send'] as Record<string, number>)['rejected'], 1)
})

test('a text step takes a stored text, and fails with a sentence where it is gone', async () => {
  const label = await aTemplate('Label', 'text', '{% for line in lines %}{{ line.sku }} {% endfor %}')
  const workflow = await aWorkflow(
    'Labels',
    {
      go: ['manual'],
      text: ['text', { template_id: label, into: 'label' }],
      log: ['write_journal', { text: '{{ label }}' }],
    },
    'go.out>text.in text.out>log.in',
  )
  const id = await start(workflow, order)
  const { status, logs } = await attempt(id)
  assert.deepEqual([status, logs], ['stopped', ['log info: A-1 B-2 ']])
  await inScope(control.db, scope, (trx) => trx.deleteFrom('text_templates').where('id', '=', label).execute())
  const gone = await run(workflow, order)
  assert.deepEqual([gone.status, gone.error], ['error', 'There is no such text template any more.'])
})

test('a mapping writes a stored text for each record, and refuses those it cannot be written for with a sentence', async () => {
  const { id: setting } = await inScope(control.db, scope, (trx) =>
    trx
      .insertInto('config_values')
      .values({ name: 'shop.name', kind: 'text', value: 'Köln & Co' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const label = await aTemplate(
    'Label of a parcel',
    'xml',
    '<to>{{ customer }}</to>{% for line in lines %}<i>{{ line.name }}</i>{% endfor %}{{ config.shop.name }}',
  )
  const endless = await aTemplate('Endless', 'text', '{{ customer }}{% for a in (1..999999999) %}{% endfor %}')
  const [from, to] = [
    [aField('number', 'integer'), aField('about', 'object', [aField('customer', 'text')]), aField('lines', 'list')],
    [aField('number', 'integer'), aField('label', 'text')],
  ]
  const steps = async (template: string) => {
    const definition = {
      transformers: [
        {
          ...{ id: randomUUID(), key: 'text_template', output: 'written', position: { x: 0, y: 0 } },
          inputs: [from[2]!.id, from[1]!.id],
          options: { template, names: ['lines'] },
        },
      ],
      connections: [
        [from[0]!.id, to[0]!.id],
        ['written', to[1]!.id],
      ].map(([source_field_id, target_field_id]) => ({ id: randomUUID(), source_field_id, target_field_id })),
    }
    const mapping_id = await aMapping(definition, from, to)
    return aWorkflow(
      `Labels by ${template}`,
      {
        go: ['manual'],
        map: ['mapping', { mapping_id }],
        out: ['write_journal', { text: '{{ label }}' }],
        refused: ['write_journal', { text: '{{ _error.message }}' }],
      },
      'go.out>map.in map.out>out.in map.rejected>refused.in',
    )
  }
  const { number, lines, customer } = order
  const workflow = await steps(label)
  const good = await run(workflow, { number, lines, about: { customer } })
  assert.deepEqual(good.logs, [
    'out info: <to>Müller &#38; Söhne</to><i>Schraube &#34;M4&#34;</i><i>Mutter; &#60;M4&#62;</i>Köln &#38; Co',
  ])
  const lacking = await run(workflow, { number, lines, about: { name: customer } })
  assert.deepEqual(lacking.logs, ['refused info: There is no value called "customer".'])
  await inScope(control.db, scope, (trx) => trx.deleteFrom('config_values').where('id', '=', setting).execute())
  assert.deepEqual((await run(await steps(endless), { number, lines, about: { customer } })).logs, [
    'refused info: The text needs more values at once than a template may have. Look for loops over very many numbers.',
  ])
})

const aField = (name: string, type: FieldType, fields?: StructureField[]): StructureField => ({
  ...plainField,
  ...{ id: randomUUID(), name, type },
  ...(fields && { fields }),
})

const aMapping = (definition: object, from: StructureField[], to: StructureField[]) =>
  inScope(control.db, scope, async (trx) => {
    const aStructure = async (fields: StructureField[]) => {
      const name = `t${randomUUID().slice(0, 8)}`
      const values = { label: name, class_name: name, table_name: name, fields: JSON.stringify(fields) }
      return (await trx.insertInto('data_structures').values(values).returning('id').executeTakeFirstOrThrow()).id
    }
    const values = {
      label: randomUUID(),
      source_structure_id: await aStructure(from),
      target_structure_id: await aStructure(to),
      definition: JSON.stringify(definition),
    }
    return (await trx.insertInto('mappings').values(values).returning('id').executeTakeFirstOrThrow()).id
  })

test('notices and requests say what a stored text says', () => {
  const step = {
    id: 'tell',
    job: { id: 'job', workflow_id: 'workflow', parameters: {} },
    now: new Date('2026-11-27T10:00:00Z'),
    texts: new Map([
      [
        stored,
        {
          label: 'Skus',
          kind: 'json',
          open: () =>
            parseTextTemplate(
              'json',
              '{"skus": "{% for line in lines %}{{ line.sku }} {% endfor %}", "by": "{{ by }}"}',
            ),
          fields: givenNames(['by']),
          configuration: new Map(),
        },
      ],
    ]),
  }
  const values = [{ name: 'by', value: '{{ customer }}' }]
  const said = '{"skus": "A-1 B-2 ", "by": "Müller & Söhne"}'
  const notice = notify.settings.parse({ title: '{{ number }}', template_id: stored, values })
  assert.deepEqual(notify.body.calls!({ ...step, settings: notice } as never)([order]), [
    { title: '4711', message: said },
  ])
  const request = httpRequest.settings.parse({
    method: 'POST',
    url: 'https://shop.example',
    body_template_id: stored,
    values,
  })
  assert.deepEqual(httpRequestBody.calls!({ ...step, settings: request } as never)([order]), [
    { method: 'POST', url: 'https://shop.example', body: said },
  ])
})
