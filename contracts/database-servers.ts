import { databaseServerDraft } from '@weft/catalogue/resources/database-server/database-server.ts'
import { itemOf, listOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { shortList } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'
import { passwordSet, signInAttempt } from './tenant-database.ts'

const server = rows.database_servers.extend({
  databases: z.number(),
  tenants: z.number(),
  password: passwordSet,
  /** Null until somebody has looked. */
  health: rows.database_server_health.omit({ server_id: true }).nullable(),
})

const may = <const A extends 'view' | 'create' | 'update' | 'delete'>(action: A) =>
  ({ scope: 'provider', may: ['system', action] }) as const
const change = {
  summary: 'Change a database server',
  ...may('update'),
  body: changesOf(databaseServerDraft.shape),
  answers: { 200: itemOf(server) },
} as const

/** The servers on which tenants' databases are created, with their health. */
export const databaseServerContract = defineRoutes({
  'GET /database_servers': {
    operationId: 'listDatabaseServers',
    summary: 'List database servers with their health',
    ...may('view'),
    query: shortList,
    answers: { 200: listOf(server) },
  },
  'GET /database_servers/:id': {
    operationId: 'readDatabaseServer',
    summary: 'Read a database server',
    ...may('view'),
    answers: { 200: itemOf(server) },
  },
  'POST /database_servers': {
    operationId: 'createDatabaseServer',
    summary: 'Register a database server',
    ...may('create'),
    body: databaseServerDraft,
    answers: { 201: itemOf(server) },
  },
  'PUT /database_servers/:id': { operationId: 'changeDatabaseServer', ...change },
  'POST /database_servers/:id': { operationId: 'changeDatabaseServerByPost', ...change },
  'DELETE /database_servers/:id': {
    operationId: 'deleteDatabaseServer',
    summary: 'Forget a database server without databases',
    ...may('delete'),
    answers: { 204: nothing },
  },
  'POST /database_servers/test': {
    operationId: 'testNewDatabaseServer',
    summary: 'Connect with a login that is not saved yet; without a password, with that of the server named',
    ...may('create'),
    body: databaseServerDraft.omit({ name: true, active: true }).extend({ id: z.uuid().optional() }),
    answers: { 200: signInAttempt },
  },
  'POST /database_servers/:id/test': {
    operationId: 'testDatabaseServer',
    summary: 'Connect with the administrator login',
    ...may('view'),
    answers: { 200: signInAttempt },
  },
})
