import { connection as resource } from '@weft/catalogue/resources/connection/connection.ts'
import { ways } from '@weft/kit/connections/way.ts'
import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { filteredBy } from '@weft/kit/http/list-query.ts'
import { conditions } from '@weft/kit/define/condition.ts'
import { checkSteps } from '@weft/kit/define/connector.ts'
import { z } from 'zod'
import { describedTable, foundField, foundTable } from './described-tables.ts'

const states = ['untested', 'healthy', 'failing', 'broken'] as const
const step = z.object({
  step: oneOf(checkSteps),
  state: oneOf(['passed', 'failed', 'not_tried']),
  milliseconds: z.number().nullable(),
  detail: z.string().nullable(),
})
/** How a check went, step by step. */
export const checked = z.object({ ok: z.boolean(), milliseconds: z.number(), steps: z.array(step) })
export type Checked = z.input<typeof checked>

const listed = rows.connections
  .omit({
    is_tunnelled: true,
    tunnel_is_tunnelled: true,
    tenant_id: true,
    settings: true,
    secrets_set: true,
    secrets_at: true,
    created_by: true,
  })
  .extend({
    reach: oneOf(ways),
    state: oneOf(states),
    checked_at: z.string().nullable(),
    succeeded_at: z.string().nullable(),
    failing_since: z.string().nullable(),
    /** What is wrong, where something is. */
    reason: z.string().nullable(),
    /** Of the last fourteen days, the oldest first: how often it was looked at and how often that failed. */
    days: z.array(z.object({ day: z.string(), checks: z.number(), failed: z.number() })),
  })
export type ListedConnection = z.input<typeof listed>
const whole = listed.extend({
  /** Without its secrets. */
  settings: z.record(z.string(), z.unknown()),
  /** Which secrets are set. */
  secrets_set: z.array(z.string()),
  secrets_at: z.string().nullable(),
  /** When somebody has signed in, where the sign-in is one of a person. */
  signed_in_at: z.string().nullable(),
  created_by_name: z.string().nullable(),
  steps: z.array(step),
})
export type WholeConnection = z.input<typeof whole>

const look = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('table'),
    table: z.string().min(1).max(500),
    fields: z.array(z.string().min(1).max(191)).max(500).default([]),
    filter: conditions.max(100).default([]),
  }),
  z.strictObject({
    of: z.literal('query'),
    statement: z.string().min(1).max(100_000),
    parameters: z.array(z.string().max(10_000)).max(500).default([]),
  }),
  z.strictObject({ of: z.literal('place'), place: z.string().min(1).max(500) }),
  z.strictObject({ of: z.literal('files'), path: z.string().min(1).max(1_000) }),
])

const action = z.object({ key: z.string(), title: z.string(), input: z.array(foundField), output: z.array(foundField) })

const change = {
  summary: 'Change a connection; secrets that are not given stay, unless where they are sent to changes',
  scope: 'project',
  may: ['connections', 'update'],
  labels: resource.labels.fields,
  body: resource.changes.omit({ name: true, connector: true }),
  answers: { 200: itemOf(whole) },
} as const

/** The systems a project reads from and writes into: its own, and those of all projects of the tenant. */
export const connectionContract = defineRoutes({
  'GET /connections': {
    operationId: 'listConnections',
    summary: 'List the connections of the project and those of all projects of the tenant',
    scope: 'project',
    may: ['connections', 'view'],
    query: filteredBy({ connector: z.string(), state: z.enum(states) }),
    answers: { 200: listOf(listed) },
  },
  'GET /connections/:id': {
    operationId: 'readConnection',
    summary: 'Read a connection, without its secrets, and how it is',
    scope: 'project',
    may: ['connections', 'view'],
    answers: { 200: itemOf(whole) },
  },
  'GET /connections/:id/health': {
    operationId: 'readConnectionHealth',
    summary: 'Read how a connection was: by day, its answer times of a day, and its disruptions',
    scope: 'project',
    may: ['connections', 'view'],
    query: z.object({ days: z.coerce.number().int().min(1).max(90).default(90) }),
    answers: {
      200: itemOf(
        z.object({
          days: z.array(
            z.object({ day: z.string(), checks: z.number(), failed: z.number(), down_seconds: z.number() }),
          ),
          /** Seconds in which it was looked after, from its first check or the first of the days. */
          watched_seconds: z.number(),
          checks: z.array(z.object({ at: z.string(), ok: z.boolean(), milliseconds: z.number() })),
          /** The steps that follow the log of the database, and how much of it is kept for them. */
          captures: z.array(
            z.object({
              id: z.string(),
              workflow_id: z.string().nullable(),
              label: z.string().nullable(),
              step: z.string(),
              source_table: z.string(),
              reader: z.string(),
              kept_bytes: z.number().nullable(),
              most_bytes: z.number(),
              read_at: z.string(),
            }),
          ),
          disruptions: z.array(
            z.object({
              id: z.string(),
              began_at: z.string(),
              ended_at: z.string().nullable(),
              step: oneOf(checkSteps),
              reason: z.string(),
              seconds: z.number(),
            }),
          ),
        }),
      ),
    },
  },
  'GET /connections/:id/uses': {
    operationId: 'listConnectionUses',
    summary: 'Which workflows name the connection; those of this project',
    scope: 'project',
    may: ['connections', 'view'],
    answers: {
      200: itemOf(
        z.array(
          rows.workflows.pick({ id: true, label: true, icon: true, active: true, published: true, updated_at: true }),
        ),
      ),
    },
  },
  'POST /connections': {
    operationId: 'createConnection',
    summary: 'Create a connection',
    scope: 'project',
    may: ['connections', 'create'],
    labels: resource.labels.fields,
    body: resource.draft,
    answers: { 201: itemOf(whole) },
  },
  'PUT /connections/:id': { operationId: 'changeConnection', ...change },
  'POST /connections/:id': { operationId: 'changeConnectionByPost', ...change },
  'DELETE /connections/:id': {
    operationId: 'deleteConnection',
    summary: 'Delete a connection, its secrets and what is known of its health',
    scope: 'project',
    may: ['connections', 'delete'],
    answers: { 204: nothing },
  },
  'GET /connections/:id/tables': {
    operationId: 'discoverTables',
    summary: 'What the system holds records in, asked of it now',
    scope: 'project',
    may: ['connections', 'run'],
    answers: { 200: itemOf(z.array(foundTable)) },
  },
  'GET /connections/:id/actions': {
    operationId: 'listConnectionActions',
    summary: 'What the system does for a record, asked of it now where it says so itself',
    scope: 'project',
    may: ['connections', 'run'],
    answers: { 200: itemOf(z.array(action)) },
  },
  'GET /connections/:id/table': {
    operationId: 'describeTable',
    summary: 'The fields of a table and a few of its records, asked of the system now; nothing is stored',
    scope: 'project',
    may: ['connections', 'run'],
    query: z.object({
      name: z.string().min(1).max(500),
      /** How many records; none: only the fields. */
      sample: z.coerce.number().int().min(0).max(10).default(10),
    }),
    answers: { 200: itemOf(z.object({ table: describedTable, sample: z.array(z.record(z.string(), z.unknown())) })) },
  },
  'POST /connections/:id/look': {
    operationId: 'lookIntoConnection',
    summary:
      'Ten records of a table, a statement, a queue, a mail folder or a path, asked of the system now; what tells of a person is masked, and nothing is stored or changed',
    unaudited: 'only reads, and of people nothing',
    scope: 'project',
    may: ['connections', 'run'],
    body: look,
    answers: { 200: itemOf(z.array(z.record(z.string(), z.unknown()))) },
  },
  'GET /connections/:id/places': {
    operationId: 'discoverPlaces',
    summary: 'The queues, topics or mail folders of the system, asked of it now',
    scope: 'project',
    may: ['connections', 'run'],
    answers: {
      200: itemOf(
        z.array(
          z.object({
            name: z.string(),
            kind: oneOf(['queue', 'topic', 'stream', 'exchange', 'folder']),
            messages: z.number().nullable(),
          }),
        ),
      ),
    },
  },
  'GET /connections/:id/folder': {
    operationId: 'listConnectionFolder',
    summary: 'What lies in a folder of the system, asked of it now; folders first',
    scope: 'project',
    may: ['connections', 'run'],
    query: z.object({ path: z.string().max(2_000).default('') }),
    answers: {
      200: itemOf(
        z.array(
          z.object({
            name: z.string(),
            path: z.string(),
            kind: oneOf(['file', 'folder']),
            size: z.number().nullable(),
            modified_at: z.string().nullable(),
          }),
        ),
      ),
    },
  },
  'POST /connections/:id/test': {
    operationId: 'testConnection',
    summary: 'Connect and sign in now, as the connection is stored',
    scope: 'project',
    may: ['connections', 'run'],
    answers: { 200: itemOf(checked) },
  },
})
