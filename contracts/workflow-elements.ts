import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { elementGroups, elementKinds, limitLevels } from '@weft/kit/define/element.ts'
import { pluginManifest } from '@weft/kit/define/plugin.ts'
import { z } from 'zod'

const record = z.record(z.string(), z.unknown())

/** An element as the calls of the catalogue show it. */
const element = z.object({
  key: z.string(),
  type: oneOf(elementGroups),
  kind: oneOf(elementKinds),
  label: z.object({ en: z.string(), de: z.string() }),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  colour: z.string(),
  version: z.string(),
  plugin_id: z.string().nullable(),
  deprecated: z.boolean(),
  ports: z.object({
    in: z.array(z.string()),
    out: z.array(z.string()),
    names: z.record(z.string(), z.string()),
    by_config: z.boolean(),
  }),
  /** A JSON Schema. */
  config_schema: z.looseObject({
    properties: z
      .record(
        z.string(),
        z.looseObject({
          title: z.string().optional(),
          description: z.string().optional(),
          type: z.string().optional(),
          enum: z.array(z.string()).optional(),
        }),
      )
      .optional(),
  }),
  effect: oneOf(['exactly_once', 'at_least_once']).optional(),
  examples: z.array(
    z.object({ settings: record, takes: z.array(record), gives: z.record(z.string(), z.array(record)) }),
  ),
})
export type ElementAnswer = z.input<typeof element>
const some = { 200: itemOf(z.array(element)) }

/** A step as it stands in a workflow. */
const instance = z.object({
  id: z.string(),
  hash: z.string(),
  key: z.string(),
  label: z.string(),
  config: record,
  position: z.object({ x: z.number(), y: z.number() }),
  on_error: oneOf(['stop', 'continue', 'error_port']),
  disabled: z.boolean(),
  note: z.string(),
  timeout: z.string().optional(),
  retries: z.number(),
  wait: z.string().optional(),
  reject_limit: z.number().optional(),
  planned: z.string().optional(),
})

/** What is to be done with an element. */
const elementOrder = z.strictObject({
  element: z.string().max(64),
  config: z.record(z.string(), z.unknown()).default({}),
  workflow_id: z.uuid().optional(),
  input: z.unknown().optional(),
})
export type ElementOrder = z.output<typeof elementOrder>

const limitStates = ['on', 'off', 'assigned'] as const
/** What somebody has decided about an element for everybody below them. `assigned`: only those listed may use it. */
export const elementLimit = z.strictObject({
  state: z.enum(limitStates),
  allowed: z.array(z.uuid()).max(10_000).default([]),
})
export type ElementLimit = z.output<typeof elementLimit>
const limit = shapeOf(elementLimit)

const use = z.object({
  workflow_id: z.string(),
  workflow: z.string(),
  active: z.boolean(),
  tenant_id: z.string(),
  tenant: z.string(),
  element: z.string(),
})
export type ElementUse = z.output<typeof use>

const key = z.string().max(64)
const view = { scope: 'user', may: ['workflows', 'view'] } as const
const viewInProject = { scope: 'project', may: ['workflows', 'view'] } as const
const viewLevel = { scope: 'level', may: ['projects', 'view'] } as const

/** The catalogue of workflow elements, what can be tried with one of them, and who may use which. */
export const workflowElementContract = defineRoutes({
  'GET /workflow_elements/types': {
    operationId: 'listWorkflowElementTypes',
    summary: 'List the types of elements',
    ...view,
    answers: {
      200: itemOf(
        z.array(z.object({ key: oneOf(elementGroups), label: z.string(), icon: z.string(), order: z.number() })),
      ),
    },
  },
  'GET /workflow_elements/all': {
    operationId: 'listWorkflowElements',
    summary: 'List all elements',
    ...view,
    answers: some,
  },
  'GET /workflow_elements/elements/all': {
    operationId: 'listProjectWorkflowElements',
    summary: 'List the elements usable in the project',
    ...viewInProject,
    answers: some,
  },
  'GET /workflow_elements/offer': {
    operationId: 'readWorkflowElementOffer',
    summary: 'What the project may not use of the catalogue, and what plugins add to it, for designers',
    ...viewInProject,
    answers: {
      200: itemOf(
        z.object({
          off: z.array(z.object({ key: z.string(), level: oneOf(limitLevels) })),
          plugins: z.array(z.object({ manifest: shapeOf(pluginManifest), enabled: z.boolean() })),
        }),
      ),
    },
  },
  'GET /workflow_elements/:type': {
    operationId: 'listWorkflowElementsOfType',
    summary: 'List the elements of a type',
    ...view,
    params: { type: z.enum(elementGroups) },
    answers: some,
  },
  'GET /workflow_elements/element/:key': {
    operationId: 'readWorkflowElement',
    summary: 'Read an element, by its key, or by the hash of a step with its workflow',
    ...view,
    params: { key },
    query: z.object({ workflow_id: z.uuid().optional() }),
    answers: { 200: itemOf(element.extend({ instance: instance.optional() })) },
  },
  'POST /workflow_elements/action/:action': {
    operationId: 'tryWorkflowElement',
    summary:
      'Validate or try an element, get a sample of it or the choices of a setting, duplicate a step, or assign it to projects',
    scope: 'project',
    may: ['workflows', 'update'],
    params: { action: z.string().max(40) },
    body: elementOrder,
    answers: {
      200: z.object({
        ok: z.boolean(),
        /** As the action has it. */
        data: z.unknown(),
        errors: z.record(z.string(), z.array(z.string())),
      }),
    },
  },
  'GET /workflow_elements/limits': {
    operationId: 'listWorkflowElementLimits',
    summary: 'List the elements with what the level has decided about them, and how many workflows use them',
    ...viewLevel,
    answers: {
      200: itemOf(
        z.array(
          element.extend({
            state: oneOf(limitStates),
            allowed: z.array(z.string()),
            /** Who has taken it away already. */
            above: oneOf(limitLevels).nullable(),
            workflows: z.number(),
          }),
        ),
      ),
    },
  },
  'GET /workflow_elements/limits/:key/uses': {
    operationId: 'listWorkflowElementUses',
    summary: 'The workflows below the level that use an element',
    ...viewLevel,
    params: { key },
    answers: { 200: itemOf(z.array(use)) },
  },
  'PUT /workflow_elements/limits/:key': {
    operationId: 'changeWorkflowElementLimit',
    summary: 'Switch an element on or off for everybody below, or leave it to some',
    scope: 'level',
    may: ['projects', 'update'],
    params: { key },
    // Whoever says only `assigned` leaves those who are listed.
    body: elementLimit.extend({ allowed: changesOf(elementLimit.shape).shape.allowed }),
    answers: { 200: itemOf(limit) },
  },
})
