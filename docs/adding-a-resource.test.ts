import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { resources } from '@weft/catalogue/resources/all.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import type { Resource } from '@weft/kit/define/resource.ts'
import pg from 'pg'
import { aServer, signedIn } from '../apps/server/testing.ts'

const text = readFileSync(path.join(import.meta.dirname, 'adding-a-resource.md'), 'utf8')
const block = (kind: string) => new RegExp('```' + kind + '\\n(.*?)```', 's').exec(text)![1]!

// The declaration as the page shows it, beside the real ones for as long as this takes.
const folder = path.join(import.meta.dirname, '.adding-a-resource')
mkdirSync(folder, { recursive: true })
after(() => rmSync(folder, { recursive: true, force: true }))
const file = path.join(folder, 'delivery-note.ts')
writeFileSync(file, block('ts'))
const { deliveryNote } = (await import(file)) as { deliveryNote: Resource }
;(resources as unknown as Resource[]).push(deliveryNote)

const server = await aServer()
const { app, context, test: database } = server
const owner = new pg.Client({ connectionString: database.owner_url })
await owner.connect()
after(() => owner.end())
await owner.query(block('sql'))
const at = { ...database, key: context.key }
const hanse = await aTenant(at)
const south = await aTenant(at)
const inside = async ({ tenant_id, project_id }: typeof hanse, email: string) => ({
  ...(await signedIn(server, { email, role: 'tenant_admin', tenant_id })),
  'x-project-id': project_id,
})
const boss = await inside(hanse, 'boss@hanse.example')
const stranger = await inside(south, 'eve@south.example')

const call = async (
  headers: Record<string, string>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    ...((answer.body ? answer.json() : {}) as { data: any; errors: Record<string, string[]> }),
  }
}

test('the page shows ten fields, and its list line beside neighbours that are still there', () => {
  assert.equal(Object.keys(deliveryNote.fields).length, 10)
  const list = readFileSync(path.join(import.meta.dirname, '../catalogue/resources/all.ts'), 'utf8')
  for (const line of block('diff')
    .split('\n')
    .filter((one) => one.startsWith(' ')))
    assert.ok(list.includes(line.trim()), line)
})

test('a declaration, a list line and an SQL file are a whole resource', async () => {
  const draft = {
    number: 'L-1',
    customer: 'Ernst Handel',
    email: 'einkauf@ernst.example',
    street: 'Kirchgasse 6',
    zip: '8010',
    city: 'Graz',
    delivered_on: '2026-05-31',
    parcels: 3,
    status: 'sent',
    note: 'Ring twice',
  }
  const made = await call(boss, 'POST', 'delivery_notes', draft)
  assert.equal(made.status, 201)
  const { id } = made.data
  const { data } = await call(boss, 'GET', `delivery_notes/${id}`)
  assert.deepEqual(Object.fromEntries(Object.keys(draft).map((key) => [key, data[key]])), draft)
  assert.equal((await call(boss, 'PUT', `delivery_notes/${id}`, { status: 'arrived' })).data.status, 'arrived')
  assert.deepEqual(
    (await call(boss, 'GET', 'delivery_notes?searchTerm=graz&sort=-number')).data.map(
      (row: { number: string }) => row.number,
    ),
    ['L-1'],
  )
  assert.deepEqual(
    Object.keys(
      (await call(boss, 'POST', 'delivery_notes', { number: '', customer: 'X', parcels: 0, colour: 'red' })).errors,
    ).sort(),
    ['colour', 'number', 'parcels'],
  )
  for (const [method, payload] of [['GET'], ['PUT', { status: 'sent' }], ['DELETE']] as const)
    assert.equal((await call(stranger, method, `delivery_notes/${id}`, payload)).status, 404, method)
  assert.deepEqual((await call(stranger, 'GET', 'delivery_notes')).data, [])
  assert.equal((await call(boss, 'DELETE', `delivery_notes/${id}`)).status, 204)
  const { rows } = await owner
    .query("select set_config('weft.level', 'system', false)")
    .then(() => owner.query("select action from audit_logs where entity = 'delivery_notes' order by at"))
  assert.deepEqual(
    rows.map((row: { action: string }) => row.action),
    ['create', 'update', 'delete'],
  )
})
