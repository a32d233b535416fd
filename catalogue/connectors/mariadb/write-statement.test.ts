import assert from 'node:assert/strict'
import test from 'node:test'
import type { FoundField } from '@weft/kit/define/connector-session.ts'
import { keysGiven, statementOf } from './write-statement.ts'

const field = (name: string, native: string): FoundField => ({
  name,
  native,
  type: native === 'int' ? 'integer' : 'long_text',
  nullable: true,
})
const [id, name, file] = [field('id', 'int'), field('name', 'text'), field('file', 'blob')]
const table = {
  name: 'goods',
  kind: 'table' as const,
  rows: null,
  bytes: null,
  fields: [id, name, file],
  key: ['id'],
  cursors: [],
  references: [],
}
const records = [
  { id: 1, name: 'a' },
  { id: 2, name: null },
]
const write = { table, key: [id], fields: [id, name], records, wanted: [] }

test('records are a list of rows where the server takes one for a table, and questions one after the other where not', () => {
  const rows = [
    [1, 'a'],
    [2, null],
  ]
  assert.deepEqual(statementOf({ ...write, mode: 'update' }, true), [
    'update "goods" t join (with v (c0, c1) as (values ?) select * from v) x on t."id" = x.c0 set t."name" = x.c1',
    [rows],
  ])
  assert.deepEqual(statementOf({ ...write, mode: 'update' }, false), [
    'update "goods" t join (select ? as c0, ? as c1 union all select ?, ?) x on t."id" = x.c0 set t."name" = x.c1',
    [1, 'a', 2, null],
  ])
  assert.deepEqual(statementOf({ ...write, mode: 'delete' }, true), [
    'delete t from "goods" t join (with v (c0) as (values ?) select * from v) x on t."id" = x.c0',
    [[[1], [2]]],
  ])
  assert.deepEqual(statementOf({ ...write, mode: 'insert' }, false), [
    'insert into "goods" ("id", "name") values ?',
    [rows],
  ])
  assert.deepEqual(keysGiven({ ...write, mode: 'upsert' }, false), {
    given: 'select ? as at, ? as k0 union all select ?, ?',
    values: [0, 1, 1, 2],
    same: 't."id" = x.k0',
  })
})

test('what is made of a text on its way has a place of its own', () => {
  const files = [
    { id: 1, file: 'AP8=' },
    { id: 2, file: null },
  ]
  assert.deepEqual(statementOf({ ...write, mode: 'insert', fields: [id, file], records: files }, true), [
    'insert into "goods" ("id", "file") values (?, from_base64(?)), (?, from_base64(?))',
    [1, 'AP8=', 2, null],
  ])
})
