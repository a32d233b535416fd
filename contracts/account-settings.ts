import { accountDefaults } from '@weft/catalogue/resources/account-setting/defaults.ts'
import { accountLimits } from '@weft/catalogue/resources/account-setting/limits.ts'
import { variable, variableRow } from '@weft/catalogue/resources/variable/variable.ts'
import { itemOf, listOf, nothing } from '@weft/kit/contracts/answers.ts'
import { callsBelow } from '@weft/kit/contracts/below.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { workspaceDomain } from '@weft/kit/define/workspace.ts'
import { z } from 'zod'

const setting = z.object({
  technical_name: z.string(),
  label: z.string(),
  type: z.string(),
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
})
const limits = itemOf(shapeOf(accountLimits.schema))
const defaults = itemOf(shapeOf(accountDefaults.schema))
/** A list is not narrowed or sorted by what it does not show. */
const { secret: _sealed, ...listed } = variable.fields
const oneVariable = itemOf(variableRow)
/** The first domain names the workspace and is no entry of its own. */
const domain = rows.workspace_domains.pick({ domain: true }).extend({
  id: z.string().nullable(),
  main: z.boolean(),
  created_at: z.string().nullable(),
})

const settingsOf = (one: 'tenant' | 'partner') => {
  const [name, subject] = one === 'tenant' ? (['Tenant', 'tenants'] as const) : (['Partner', 'partners'] as const)
  const view = { scope: 'branch', may: [subject, 'view'] } as const
  const change = {
    summary: `Change a variable of a ${one}`,
    ...view,
    body: variable.changes,
    answers: { 200: oneVariable },
  } as const
  return defineRoutes({
    'GET /:id/settings': {
      operationId: `list${name}Settings`,
      summary: `Every setting of a ${one}: technical name, label, type, key, value`,
      ...view,
      answers: { 200: itemOf(z.array(setting)) },
    },
    'GET /:id/settings/limits': {
      operationId: `read${name}Limits`,
      summary: `Read settings of a ${one}: limits`,
      ...view,
      answers: { 200: limits },
    },
    'PUT /:id/settings/limits': {
      operationId: `change${name}Limits`,
      summary: `Change settings of a ${one}: limits`,
      ...view,
      body: changesOf(accountLimits.schema.shape),
      answers: { 200: limits },
    },
    'GET /:id/settings/defaults': {
      operationId: `read${name}Defaults`,
      summary: `Read settings of a ${one}: defaults`,
      ...view,
      answers: { 200: defaults },
    },
    'PUT /:id/settings/defaults': {
      operationId: `change${name}Defaults`,
      summary: `Change settings of a ${one}: defaults`,
      ...view,
      body: changesOf(accountDefaults.schema.shape),
      answers: { 200: defaults },
    },
    'GET /:id/variables': {
      operationId: `list${name}Variables`,
      summary: `List the variables of a ${one}`,
      ...view,
      query: listQueryOf({ fields: listed }),
      answers: { 200: listOf(variableRow) },
    },
    'GET /:id/variables/:variable_id': {
      operationId: `read${name}Variable`,
      summary: `Read a variable of a ${one}`,
      ...view,
      answers: { 200: oneVariable },
    },
    'POST /:id/variables': {
      operationId: `create${name}Variable`,
      summary: `Add a variable to a ${one}`,
      ...view,
      body: variable.draft,
      answers: { 201: oneVariable },
    },
    'PUT /:id/variables/:variable_id': { operationId: `change${name}Variable`, ...change },
    'POST /:id/variables/:variable_id': { operationId: `change${name}VariableByPost`, ...change },
    'DELETE /:id/variables/:variable_id/secret': {
      operationId: `clear${name}VariableSecret`,
      summary: `Clear the secret of a variable of a ${one}; its name and label stay`,
      ...view,
      answers: { 200: oneVariable },
    },
    'DELETE /:id/variables/:variable_id': {
      operationId: `delete${name}Variable`,
      summary: `Delete a variable of a ${one}`,
      ...view,
      answers: { 204: nothing },
    },
    'GET /:id/workspace_domains': {
      operationId: `list${name}WorkspaceDomains`,
      summary: `List the workspace domains of a ${one}: the first names its workspace`,
      ...view,
      answers: { 200: itemOf(z.array(domain)) },
    },
    'POST /:id/workspace_domains': {
      operationId: `create${name}WorkspaceDomain`,
      summary: `Assign a further workspace domain to a ${one}`,
      ...view,
      body: z.strictObject({ domain: workspaceDomain }),
      answers: { 201: itemOf(domain.extend({ id: z.string(), created_at: z.string() })) },
    },
    'DELETE /:id/workspace_domains/:domain_id': {
      operationId: `delete${name}WorkspaceDomain`,
      summary: `Take a further workspace domain from a ${one}`,
      ...view,
      answers: { 204: nothing },
    },
  })
}

/** Settings, variables and workspace domains of a tenant or partner. */
export const accountSettingContract = {
  ...callsBelow('/clients', settingsOf('tenant')),
  ...callsBelow('/partners', settingsOf('partner')),
}
