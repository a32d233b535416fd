import { configValue, configValueRow } from '@weft/catalogue/resources/config-value/config-value.ts'
import { itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

/** A list is not narrowed or sorted by what it does not show. */
const { secret: _sealed, ...fields } = configValue.fields
const labels = configValue.labels.fields
const one = itemOf(configValueRow)

const change = {
  summary: 'Change configuration value',
  scope: 'project',
  may: ['tokens', 'update'],
  labels,
  body: configValue.changes,
  answers: { 200: one },
} as const

/** The configuration values of a project. A secret goes in, is sealed, and never comes out. */
export const configValueContract = defineRoutes({
  'GET /config_values': {
    operationId: 'listConfigValues',
    summary: 'List configuration value',
    scope: 'project',
    may: ['tokens', 'view'],
    query: listQueryOf({ fields }),
    answers: { 200: listOf(configValueRow) },
  },
  'GET /config_values/names': {
    operationId: 'listConfigurationNames',
    summary:
      'What texts of workflows may name as {{ config.name }}, without any value: values of the project and variables of its tenant',
    scope: 'project',
    may: ['workflows', 'view'],
    answers: {
      200: itemOf(
        z.array(
          z.object({
            name: z.string(),
            kind: oneOf(['text', 'secret']),
            description: z.string(),
            of: oneOf(['project', 'account']),
          }),
        ),
      ),
    },
  },
  'GET /config_values/:id': {
    operationId: 'readConfigValue',
    summary: 'Read configuration value',
    scope: 'project',
    may: ['tokens', 'view'],
    answers: { 200: one },
  },
  'POST /config_values': {
    operationId: 'createConfigValue',
    summary: 'Create configuration value',
    scope: 'project',
    may: ['tokens', 'create'],
    labels,
    body: configValue.draft,
    answers: { 201: one },
  },
  'PUT /config_values/:id': { operationId: 'changeConfigValue', ...change },
  'POST /config_values/:id': { operationId: 'changeConfigValueByPost', ...change },
  'DELETE /config_values/:id/secret': {
    operationId: 'clearConfigValueSecret',
    summary: 'Clear the value of a secret; its name and description stay',
    scope: 'project',
    may: ['tokens', 'update'],
    answers: { 200: one },
  },
})
