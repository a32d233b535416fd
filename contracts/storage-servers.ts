import { itemOf, listOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { storageServerDraft, storageServerFields } from '@weft/kit/define/storage.ts'
import { shortList } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'
import { passwordSet } from './tenant-database.ts'
import { storageCheck } from './storage-check.ts'

const server = rows.storage_servers.extend({
  password: passwordSet.nullable(),
  fingerprint: z.string(),
  accounts: z.number(),
})

const may = <const A extends 'view' | 'create' | 'update' | 'delete'>(action: A) =>
  ({ scope: 'provider', may: ['system', action] }) as const
const change = {
  summary: 'Change a storage server',
  ...may('update'),
  body: changesOf(storageServerFields),
  answers: { 200: itemOf(server) },
} as const

/** The servers on which files of tenants and partners may lie. */
export const storageServerContract = defineRoutes({
  'GET /storage_servers': {
    operationId: 'listStorageServers',
    summary: 'List storage servers',
    ...may('view'),
    query: shortList,
    answers: { 200: listOf(server) },
  },
  'GET /storage_servers/:id': {
    operationId: 'readStorageServer',
    summary: 'Read a storage server',
    ...may('view'),
    answers: { 200: itemOf(server) },
  },
  'POST /storage_servers': {
    operationId: 'createStorageServer',
    summary: 'Register a storage server',
    ...may('create'),
    body: storageServerDraft,
    answers: { 201: itemOf(server) },
  },
  'PUT /storage_servers/:id': { operationId: 'changeStorageServer', ...change },
  'POST /storage_servers/:id': { operationId: 'changeStorageServerByPost', ...change },
  'DELETE /storage_servers/:id': {
    operationId: 'deleteStorageServer',
    summary: 'Forget a storage server without accounts',
    ...may('delete'),
    answers: { 204: nothing },
  },
  'POST /storage_servers/test': {
    operationId: 'testNewStorageServer',
    summary: 'Try a storage server out before it is registered',
    ...may('update'),
    body: storageServerDraft,
    answers: { 200: storageCheck },
  },
  'POST /storage_servers/:id/test': {
    operationId: 'testStorageServer',
    summary: 'Try a storage server out: connect, write, read, remove',
    ...may('view'),
    body: changesOf(storageServerFields).nullish(),
    answers: { 200: storageCheck },
  },
})
