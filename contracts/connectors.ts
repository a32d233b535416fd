import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { checkSteps, connectorCategories } from '@weft/kit/define/connector.ts'
import { ways } from '@weft/kit/connections/way.ts'
import { z } from 'zod'
import { checked } from './connections.ts'

const connector = z.object({
  key: z.string(),
  icon: z.string(),
  category: oneOf(connectorCategories),
  label: z.object({ en: z.string(), de: z.string() }),
  title: z.string(),
  description: z.string(),
  secrets: z.array(z.string()),
  /** Where the secrets are sent to; they are asked for again when one of these changes. */
  destination: z.array(z.string()),
  /** What a check goes through, in this order. */
  checks: z.array(oneOf(checkSteps)),
  /** JSON Schema of what a connection of the kind is configured with. */
  config_schema: z.record(z.string(), z.any()),
  plugin_id: z.string().nullable(),
  /** What a kind brought by a plugin sets for all its connections. */
  defaults: z.record(z.string(), z.any()).optional(),
})

/** The kinds of systems that can be connected, and whether one answers with given settings. */
export const connectorContract = defineRoutes({
  'GET /connectors': {
    operationId: 'listConnectors',
    summary: 'List the kinds of systems that can be connected',
    scope: 'user',
    may: ['connections', 'view'],
    answers: { 200: itemOf(z.array(connector)) },
  },
  'POST /connectors/:key/test': {
    operationId: 'testConnector',
    summary: 'Connect with given settings; nothing is stored',
    scope: 'project',
    may: ['connections', 'run'],
    params: { key: z.string() },
    /** Of which stored connection secrets are taken that are not given. */
    query: z.object({
      connection_id: z.uuid().optional(),
      reach: z.enum(ways).default('direct'),
      agent_id: z.uuid().optional(),
      tunnel_connection_id: z.uuid().optional(),
    }),
    body: z.record(z.string(), z.unknown()),
    answers: { 200: itemOf(checked) },
  },
})
