import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

const server = rows.database_servers.pick({ id: true, name: true, engine: true })
/** What was counted on both sides before the switch, table by table. */
const check = z.object({ project_id: z.string(), table: z.string(), records: z.number(), checksum: z.string() })
export type MoveCheck = z.input<typeof check>

const move = rows.database_moves.omit({ source_server_id: true, target_server_id: true }).extend({
  checks: z.array(check),
  source: server.nullable(),
  target: server.nullable(),
  error: z.object({ code: z.string(), message: z.string(), detail: z.string() }).nullable(),
})

const may = <const A extends 'view' | 'update'>(action: A) => ({ scope: 'provider', may: ['system', action] }) as const

/** Moving a tenant's records to another server. Servers are the provider's affair, so this is, too. */
export const databaseMoveContract = defineRoutes({
  'GET /clients/:id/database_moves': {
    operationId: 'listDatabaseMoves',
    summary: 'The last moves of the records of a tenant',
    ...may('view'),
    answers: { 200: itemOf(z.array(move)) },
  },
  'POST /clients/:id/database_moves': {
    operationId: 'createDatabaseMove',
    summary: 'Move the records of a tenant to another server',
    ...may('update'),
    body: z.strictObject({ server_id: z.uuid() }),
    answers: { 201: itemOf(move) },
  },
  'GET /clients/:id/database_moves/:move': {
    operationId: 'readDatabaseMove',
    summary: 'Read a move',
    ...may('view'),
    answers: { 200: itemOf(move) },
  },
  'POST /clients/:id/database_moves/:move/drop': {
    operationId: 'dropMovedDatabase',
    summary: 'Drop the database a move has left behind, without waiting for its days to be over',
    ...may('update'),
    answers: { 200: itemOf(move) },
  },
})
