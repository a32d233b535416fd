import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, test } from 'node:test'
import type { Client } from '@weft/kit/testing/product.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { onRecords } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'

// Everything a person may get wrong, on the running product: the sentence in both languages, and nothing half-done left behind.
const product = await startProduct()
const { user: english, tenant_id, project_id } = await aTenantOn(product, 'Bad input')
const german = english.with({ 'accept-language': 'de' })
after(() => product.stop())

const field = (name: string, type: string, more: object = {}) => ({
  id: randomUUID(),
  name,
  type,
  nullable: true,
  ...more,
})

async function upload(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return english.ask('POST', 'files?replace=true', form)
}

/** Saves, publishes and runs a workflow of these steps in a row behind a manual start; answers the finished job in both languages. */
let counter = 0
async function run(steps: { element: string; settings: object }[]) {
  counter++
  const ids = ['start', ...steps.map((_, i) => `s${i + 1}`)]
  const exit = (id: string, i: number) =>
    `${id}.${i === 0 ? 'out' : steps[i - 1]!.element === 'write_records' ? 'written' : 'out'}`
  const document = {
    weft: 1,
    label: `Bad ${counter}`,
    steps: [{ id: 'start', element: 'manual' }, ...steps.map((step, i) => ({ id: ids[i + 1], ...step }))],
    edges: steps.map((_, i) => ({ from: exit(ids[i]!, i), to: `${ids[i + 1]}.in` })),
  }
  const workflow = await english.post('workflows', {
    label: document.label,
    class_name: `Bad${counter}`,
    source: JSON.stringify(document),
  })
  await english.post(`workflows/${workflow.id}/publish`)
  const { job_id } = await english.post(`workflows/${workflow.id}/run`)
  return finished(job_id)
}

async function finished(job_id: string) {
  for (let i = 0; i < 900; i++) {
    const job = await english.get(`jobs/${job_id}`)
    if (['stopped', 'warning', 'error', 'aborted', 'info'].includes(job.status))
      return { en: job, de: await german.get(`jobs/${job_id}`) }
    await sleep(100)
  }
  throw new Error('The job did not end within 90 s')
}

async function refused(method: string, url: string, body: unknown) {
  const answers = await Promise.all([english, german].map((client: Client) => client.call(method, url, body)))
  return { status: answers[0]!.status, en: answers[0]!.body, de: answers[1]!.body }
}

const csv = { format: 'csv', options: { delimiter: ',', enclosure: '"', header: true } }
const target = await english.post('data_structures', {
  class_name: 'Thing',
  table_name: 'thing',
  label: 'Thing',
  fields: [
    field('id', 'integer', { primary_key: true, required: true, nullable: false }),
    field('name', 'text', { length: 100 }),
  ],
})
const write = { element: 'write_records', settings: { structure_id: target.id, mode: 'upsert', key: ['id'] } }

/** A busy machine is told about how many there are, until it can count them. */
async function stored(): Promise<number> {
  const { total, about } = (await english.call('GET', `data_structures/${target.id}/records?perPage=1`)).body.meta
  return about ? stored() : total
}

/** What a job that failed says, without what differs from run to run. */
const failure = ({ en, de }: Awaited<ReturnType<typeof finished>>) => ({
  status: en.status,
  code: en.error?.code,
  en: en.error?.message,
  de: de.error?.message,
})

test('a quote broken in line 70,001: the line is named, what was committed before it stays countable, nothing behind it is written', async () => {
  const lines = Array.from({ length: 69_999 }, (_, i) => `${i + 1},n${i + 1}`)
  await upload('broken.csv', `id,name\n${lines.join('\n')}\n70000,"broken" quote\n70001,fine\n`)
  const job = await run([{ element: 'read_file', settings: { path: 'broken.csv', ...csv } }, write])
  assert.deepEqual(failure(job), {
    status: 'error',
    code: 'CSV_BROKEN_QUOTE',
    en: 'Line 70,001: the quote " that opens a value here is not closed before the next separator or line end. Double quotes inside the value (""), or choose another quote character.',
    de: 'Zeile 70.001: Das Anführungszeichen ", das hier einen Wert öffnet, wird vor dem nächsten Trennzeichen oder Zeilenende nicht geschlossen. Verdoppeln Sie Anführungszeichen im Wert ("") oder wählen Sie ein anderes Anführungszeichen.',
  })
  assert.equal(await stored(), job.en.records_out)
  assert.ok(job.en.records_out < 70_000)
  assert.deepEqual(
    job.en.steps.map((step: { step: string; state: string }) => [step.step, step.state]),
    [
      ['start', 'done'],
      ['s1', 'failed'],
      ['s2', 'interrupted'],
    ],
  )
})

test('a value of 10 MB', async () => {
  await upload('big.csv', `id,name\n1,"${'x'.repeat(10 * 1024 * 1024)}"\n`)
  assert.deepEqual(failure(await run([{ element: 'read_file', settings: { path: 'big.csv', ...csv } }, write])), {
    status: 'error',
    code: 'CSV_VALUE_TOO_LARGE',
    en: 'Line 2: a value is larger than 4 MB. The largest value a record can hold is 4 MB; check separator and quote, or shorten the value.',
    de: 'Zeile 2: Ein Wert ist größer als 4 MB. Mehr als 4 MB fasst ein Wert nicht; prüfen Sie Trennzeichen und Anführungszeichen oder kürzen Sie den Wert.',
  })
})

test('a wrong encoding', async () => {
  await upload('latin.csv', new Uint8Array([...Buffer.from('id,name\n900001,M'), 0xfc, ...Buffer.from('ller\n')]))
  assert.deepEqual(
    failure(
      await run([
        {
          element: 'read_file',
          settings: { path: 'latin.csv', format: 'csv', options: { delimiter: ',', encoding: 'utf-8' } },
        },
        write,
      ]),
    ),
    {
      status: 'error',
      code: 'WRONG_ENCODING',
      en: 'Line 2 contains bytes that are not UTF-8, so the file has another encoding, probably windows-1252. Choose it under "Encoding".',
      de: 'Zeile 2 enthält Bytes, die kein UTF-8 sind; die Datei hat also einen anderen Zeichensatz, vermutlich windows-1252. Wählen Sie ihn unter „Zeichensatz“.',
    },
  )
})

test('an XML bomb, when it is analysed and when it is read', async () => {
  await upload(
    'bomb.xml',
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><things><thing><id>1</id><name>&b;</name></thing></things>',
  )
  const said = {
    en: 'The file declares entities of its own. That is how XML bombs are built, so it is refused; remove the DOCTYPE.',
    de: 'Die Datei deklariert eigene Entitäten. So werden XML-Bomben gebaut, deshalb wird sie abgelehnt; entfernen Sie den DOCTYPE.',
  }
  const analysed = await refused('POST', 'dynamic_models/analyze', { file: 'bomb.xml' })
  assert.deepEqual(
    [analysed.status, analysed.en.message, analysed.de.message],
    [
      422,
      `“bomb.xml” cannot be read, so there is no model yet: ${said.en}`,
      `„bomb.xml“ lässt sich nicht lesen, daher gibt es noch kein Modell: ${said.de}`,
    ],
  )
  assert.deepEqual(
    failure(
      await run([
        { element: 'read_file', settings: { path: 'bomb.xml', format: 'xml', options: { target_tag: 'thing' } } },
        write,
      ]),
    ),
    { status: 'error', code: 'XML_ENTITIES', ...said },
  )
})

test('invalid JSON', async () => {
  await upload('broken.json', '[{"id": 1},\n{"id": 2,}]')
  assert.deepEqual(
    failure(
      await run([{ element: 'read_file', settings: { path: 'broken.json', format: 'json', options: {} } }, write]),
    ),
    {
      status: 'error',
      code: 'JSON_INVALID',
      en: 'Line 2, column 10: this is not valid JSON. Correct the file there; nothing behind it was read.',
      de: 'Zeile 2, Spalte 10: Das ist kein gültiges JSON. Korrigieren Sie die Datei dort; dahinter wurde nichts gelesen.',
    },
  )
})

test('a change of a structure that would lose values is refused and leaves table and definition as they were', async () => {
  const fields = [
    field('id', 'integer', { primary_key: true, required: true, nullable: false }),
    field('code', 'text', { length: 20 }),
  ]
  const structure = await english.post('data_structures', {
    class_name: 'Lose',
    table_name: 'lose',
    label: 'Lose',
    fields,
  })
  await english.post(`data_structures/${structure.id}/records`, { id: 1, code: 'abc' })
  const changed = structure.fields.map((f: { name: string }) =>
    f.name === 'code' ? { ...f, type: 'integer', length: undefined } : f,
  )
  const { status, en, de } = await refused('PUT', `data_structures/${structure.id}`, { fields: changed })
  assert.deepEqual(
    [status, en.code, en.message, de.message],
    [
      409,
      'LOSSES',
      'This change would lose values. Please look at the plan and confirm it.',
      'Bei dieser Änderung gehen Werte verloren. Bitte prüfen Sie den Plan und bestätigen Sie ihn.',
    ],
  )
  assert.deepEqual((await english.get(`data_structures/${structure.id}`)).fields, structure.fields)
  assert.equal((await english.get(`data_structures/${structure.id}/records`))[0].code, 'abc')
})

test('a mapping whose types do not fit is not stored', async () => {
  const source = await english.post('data_structures', {
    class_name: 'Src',
    table_name: 'src',
    label: 'Src',
    fields: [
      field('id', 'integer', { primary_key: true, required: true, nullable: false }),
      field('list', 'list', { fields: [field('x', 'text')] }),
    ],
  })
  const connection = { id: randomUUID(), source_field_id: source.fields[1].id, target_field_id: target.fields[1].id }
  const { status, en, de } = await refused('POST', 'mappings', {
    label: 'Wrong',
    source_structure_id: source.id,
    target_structure_id: target.id,
    definition: { transformers: [], connections: [connection] },
  })
  const place = `definition.connection.${connection.id}`
  assert.deepEqual(
    [status, en.errors, de.errors],
    [
      422,
      { [place]: ['A list does not fit text. Put “List as text” in between.'] },
      { [place]: ['Eine Liste passt nicht zu Text. Setzen Sie „Liste als Text“ dazwischen.'] },
    ],
  )
  assert.deepEqual(await english.get('mappings'), [])
})

const published = async (class_name: string, source: string) =>
  refused(
    'POST',
    `workflows/${(await english.post('workflows', { label: class_name, class_name, source })).id}/publish`,
    {},
  )

test('a workflow with an unknown element', async () => {
  const { status, en, de } = await published(
    'Unknown',
    'weft: 1\nlabel: Unknown\nsteps:\n  - { id: a, element: manual }\n  - { id: b, element: teleport }\nedges:\n  - { from: a.out, to: b.in }\n',
  )
  assert.deepEqual(
    [status, en.message, en.errors],
    [
      422,
      'Elements were not found. Please remove the steps that use them.',
      { 'steps.b.element': ['There is no element called teleport.'] },
    ],
  )
  assert.deepEqual(
    [de.message, de.errors],
    [
      'Elemente wurden nicht gefunden. Bitte entfernen Sie die Schritte, die sie verwenden.',
      { 'steps.b.element': ['Es gibt kein Element namens teleport.'] },
    ],
  )
})

test('a schedule that never comes due', async () => {
  const { status, en, de } = await published(
    'Never',
    'weft: 1\nlabel: Never\nsteps:\n  - { id: a, element: schedule, settings: { option: cron, cron: "0 0 30 2 *" } }\n  - { id: b, element: finish }\nedges:\n  - { from: a.out, to: b.in }\n',
  )
  assert.deepEqual(
    [status, en.errors, de.errors],
    [
      422,
      { 'steps.a.settings.cron': ['The schedule 0 0 30 2 * never comes due.'] },
      { 'steps.a.settings.cron': ['Der Zeitplan 0 0 30 2 * wird nie fällig.'] },
    ],
  )
})

test('a webhook with a wrong token', async () => {
  for (const [language, message] of [
    ['en', 'There is no webhook at this address.'],
    ['de', 'Unter dieser Adresse gibt es keinen Webhook.'],
  ] as const) {
    const answer = await fetch(`${product.url}/hooks/${'x'.repeat(43)}`, {
      method: 'POST',
      headers: { 'accept-language': language },
    })
    assert.deepEqual([answer.status, (await answer.json()).message], [404, message])
  }
})

for (const [what, settings, code, en, de] of [
  [
    'loops for ever',
    { code: 'export default () => { for (;;); }', timeout_seconds: 1 },
    'CODE_TIMEOUT',
    'The code took longer than 1 s for one batch and was stopped. Look for a loop that never ends.',
    'Der Code brauchte länger als 1 s für einen Stapel und wurde angehalten. Suchen Sie nach einer Schleife, die nie endet.',
  ],
  [
    'eats memory',
    {
      code: 'export default () => { const m = new Map(); for (let i = 0; ; i++) m.set(i, "x".repeat(1000) + i) }',
      memory_mb: 32,
    },
    'CODE_MEMORY',
    'The code needed more than 32 MB of memory and was stopped.',
    'Der Code benötigte mehr als 32 MB Arbeitsspeicher und wurde angehalten.',
  ],
] as const)
  test(`code that ${what}`, async () => {
    assert.deepEqual(failure(await run([{ element: 'code', settings }, write])), { status: 'error', code, en, de })
  })

test('a target table that is dropped while the job runs ends the job with what to do', async () => {
  const victim = await english.post('data_structures', {
    class_name: 'Victim',
    table_name: 'victim',
    label: 'Victim',
    fields: [
      field('id', 'integer', { primary_key: true, required: true, nullable: false }),
      field('name', 'text', { length: 100 }),
    ],
  })
  await upload('many.csv', `id,name\n${Array.from({ length: 400_000 }, (_, i) => `${i + 1},n${i}`).join('\n')}\n`)
  const document = {
    weft: 1,
    label: 'Dropped',
    steps: [
      { id: 'start', element: 'manual' },
      { id: 'read', element: 'read_file', settings: { path: 'many.csv', ...csv } },
      { id: 'put', element: 'write_records', settings: { structure_id: victim.id, mode: 'upsert', key: ['id'] } },
    ],
    edges: [
      { from: 'start.out', to: 'read.in' },
      { from: 'read.out', to: 'put.in' },
    ],
  }
  const workflow = await english.post('workflows', {
    label: 'Dropped',
    class_name: 'Dropped',
    source: JSON.stringify(document),
  })
  await english.post(`workflows/${workflow.id}/publish`)
  const { job_id } = await english.post(`workflows/${workflow.id}/run`)
  while ((await english.get(`jobs/${job_id}`)).records_out === 0) await sleep(20)
  await onRecords(product, tenant_id, (client) =>
    client.query(`drop table "p_${project_id.replaceAll('-', '')}".victim`),
  )
  const said = failure(await finished(job_id))
  assert.equal(said.status, 'error')
  assert.match(said.en!, /victim/)
  assert.match(said.de!, /victim/)
})
