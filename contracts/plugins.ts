import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

const text = z.object({ en: z.string(), de: z.string() })
const setting = z.object({
  key: z.string(),
  type: oneOf(['text', 'long_text', 'integer', 'decimal', 'boolean', 'choice', 'list', 'secret']),
  label: text,
  help: text.optional(),
  required: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  choices: z.array(z.object({ value: z.string(), label: text })).optional(),
})
const part = z.object({ key: z.string(), title: z.string(), description: z.string(), icon: z.string() })
const parts = {
  workflow_elements: z.array(part.extend({ type: z.string(), kind: z.string(), deprecated: z.boolean() })),
  transformers: z.array(part.extend({ type: z.string() })),
  connectors: z.array(part),
  event_subscribers: z.array(z.object({ key: z.string(), title: z.string(), events: z.array(z.string()) })),
  setting_fields: z.array(setting),
  /** Of a secret only whether it is set. */
  settings: z.record(z.string(), z.any()),
}
const permissions = z.object({ http: z.array(z.string()) })
const listed = rows.plugins
  .pick({
    id: true,
    key: true,
    label: true,
    status: true,
    installed_by: true,
    installed_at: true,
    created_at: true,
    updated_at: true,
  })
  .extend({
    description: z.string(),
    version: z.string().nullable(),
    newest_version: z.string(),
    publisher: z.string(),
    installer: z.string(),
    error: z.string().nullable(),
    permissions,
    counts: z.object({
      elements: z.number(),
      transformers: z.number(),
      connectors: z.number(),
      subscribers: z.number(),
    }),
  })
const version = z.object({
  version: z.string(),
  publisher: z.string(),
  sha256: z.string(),
  file_name: z.string(),
  uploaded_by: z.string(),
  created_at: z.string(),
})
const plugin = itemOf(listed.extend({ ...parts, versions: z.array(version), projects: z.number() }))
const projectPlugin = z.object({
  id: z.string(),
  key: z.string(),
  label: z.string(),
  description: z.string(),
  version: z.string(),
  publisher: z.string(),
  permissions,
  enabled: z.boolean(),
  updated_at: z.string().nullable(),
  ...parts,
})
const use = z.object({
  kind: oneOf(['workflow', 'mapping']),
  id: z.string(),
  label: z.string(),
  part: z.string(),
  tenant_id: z.string(),
  tenant: z.string(),
  active: z.boolean().nullable(),
})
const delivery = rows.plugin_deliveries
  .pick({
    id: true,
    subscriber: true,
    event: true,
    status: true,
    tries: true,
    created_at: true,
    delivered_at: true,
    next_at: true,
  })
  .extend({ error: z.string().nullable(), log: z.array(z.object({ level: z.string(), message: z.string() })) })
const again = itemOf(z.object({ id: z.string(), status: z.string() }))
const settings = z.record(z.string(), z.unknown())

const view = { scope: 'provider', may: ['system', 'view'] } as const
const update = { scope: 'provider', may: ['system', 'update'] } as const
const viewProject = { scope: 'project', may: ['projects', 'view'] } as const
const updateProject = { scope: 'project', may: ['projects', 'update'] } as const

/** Plugins of the installation, and which of them a project uses. */
export const pluginContract = defineRoutes({
  'GET /plugins': {
    operationId: 'listPlugins',
    summary: 'List the plugins that were brought',
    ...view,
    query: listQuery,
    answers: { 200: listOf(listed) },
  },
  'POST /plugins': {
    operationId: 'uploadPlugin',
    summary: 'Bring a plugin, or a newer version of one; nothing of it runs yet',
    scope: 'provider',
    may: ['system', 'create'],
    consumes: ['multipart/form-data'],
    answers: { 201: plugin },
  },
  'GET /plugins/:id': {
    operationId: 'readPlugin',
    summary: 'Read a plugin with all it brings',
    ...view,
    answers: { 200: plugin },
  },
  'POST /plugins/:id/install': {
    operationId: 'installPlugin',
    summary: 'Install a plugin, or update it to its newest version',
    ...update,
    answers: { 200: plugin },
  },
  'POST /plugins/:id/uninstall': {
    operationId: 'uninstallPlugin',
    summary: 'Uninstall a plugin that nobody uses',
    ...update,
    answers: { 200: plugin },
  },
  'PUT /plugins/:id/settings': {
    operationId: 'changePluginSettings',
    summary: 'Change what is set for a plugin in the whole installation',
    ...update,
    body: z.strictObject({ settings }),
    answers: { 200: plugin },
  },
  'GET /plugins/:id/uses': {
    operationId: 'listPluginUses',
    summary: 'The workflows and mappings that use a plugin',
    ...view,
    answers: { 200: itemOf(z.array(use)) },
  },
  'DELETE /plugins/:id': {
    operationId: 'deletePlugin',
    summary: 'Remove a plugin that is not installed',
    scope: 'provider',
    may: ['system', 'delete'],
    answers: { 204: nothing },
  },
  'GET /plugins/:id/deliveries': {
    operationId: 'listPluginDeliveries',
    summary: 'What the subscribers of a plugin were told, without what it holds',
    ...view,
    query: listQuery,
    answers: { 200: listOf(delivery) },
  },
  'POST /plugins/deliveries/:id/again': {
    operationId: 'repeatPluginDelivery',
    summary: 'Deliver once more what failed for good',
    ...update,
    answers: { 200: again },
  },
  'GET /project_plugins': {
    operationId: 'listProjectPlugins',
    summary: 'List the installed plugins with what the project has set',
    ...viewProject,
    answers: { 200: itemOf(z.array(projectPlugin)) },
  },
  'PUT /project_plugins/:id': {
    operationId: 'changeProjectPlugin',
    summary: 'Use a plugin in the project or stop using it, and set what it needs there',
    ...updateProject,
    body: z.strictObject({ enabled: z.boolean().optional(), settings: settings.optional() }),
    answers: { 200: itemOf(projectPlugin) },
  },
  'GET /project_plugins/:id/deliveries': {
    operationId: 'listProjectPluginDeliveries',
    summary: 'What the subscribers of a plugin were told of the project',
    ...viewProject,
    query: listQuery,
    answers: { 200: listOf(delivery) },
  },
  'POST /project_plugins/deliveries/:id/again': {
    operationId: 'repeatProjectPluginDelivery',
    summary: 'Deliver once more what failed for good',
    ...updateProject,
    answers: { 200: again },
  },
})
