import { routeWhitelist as resource } from '@weft/catalogue/resources/route-whitelist/route-whitelist.ts'
import { itemOf, listOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

/** Saving what would lock the saver out is refused until they say that they mean it. */
const confirmed = z.boolean().default(false)
const entry = rows.route_whitelists.extend({ addresses: z.array(z.string()), users: z.array(z.string()) })

const list = { query: listQuery, answers: { 200: listOf(entry) } } as const
const read = { answers: { 200: itemOf(entry) } } as const
const { fields: labels } = resource.labels
const create = { body: resource.draft.extend({ confirmed }), labels, answers: { 201: itemOf(entry) } } as const
const change = { body: resource.changes.extend({ confirmed }), labels, answers: { 200: itemOf(entry) } } as const
const remove = { query: z.object({ confirmed: z.stringbool().optional() }), answers: { 204: nothing } } as const

const viewAll = { scope: 'provider', may: ['system', 'view'] } as const
const updateAll = { scope: 'provider', may: ['system', 'update'] } as const
const view = { scope: 'branch', may: ['tenants', 'view'] } as const
const update = { scope: 'branch', may: ['tenants', 'update'] } as const

/** Lists of where routes may be called from: the provider's, which hold for all, and those of a tenant, for whoever works in it. */
export const routeWhitelistContract = defineRoutes({
  'GET /route_whitelists/routes': {
    operationId: 'listWhitelistRoutes',
    summary: 'The routes a list can be about',
    ...view,
    answers: { 200: itemOf(z.array(z.string())) },
  },
  'GET /route_whitelists': {
    operationId: 'listWhitelistEntries',
    summary: 'List whitelist entries',
    ...viewAll,
    ...list,
  },
  'POST /route_whitelists': {
    operationId: 'createWhitelistEntry',
    summary: 'Create a whitelist entry',
    ...updateAll,
    ...create,
  },
  'GET /route_whitelists/:id': {
    operationId: 'readWhitelistEntry',
    summary: 'Read a whitelist entry',
    ...viewAll,
    ...read,
  },
  'PUT /route_whitelists/:id': {
    operationId: 'changeWhitelistEntry',
    summary: 'Change a whitelist entry',
    ...updateAll,
    ...change,
  },
  'DELETE /route_whitelists/:id': {
    operationId: 'deleteWhitelistEntry',
    summary: 'Delete a whitelist entry',
    ...updateAll,
    ...remove,
  },
  'GET /clients/:id/whitelist': {
    operationId: 'listTenantWhitelistEntries',
    summary: 'List whitelist entries of a tenant',
    ...view,
    ...list,
  },
  'POST /clients/:id/whitelist': {
    operationId: 'createTenantWhitelistEntry',
    summary: 'Create a whitelist entry of a tenant',
    ...update,
    ...create,
  },
  'GET /clients/:id/whitelist/:entry_id': {
    operationId: 'readTenantWhitelistEntry',
    summary: 'Read a whitelist entry of a tenant',
    ...view,
    ...read,
  },
  'PUT /clients/:id/whitelist/:entry_id': {
    operationId: 'changeTenantWhitelistEntry',
    summary: 'Change a whitelist entry of a tenant',
    ...update,
    ...change,
  },
  'DELETE /clients/:id/whitelist/:entry_id': {
    operationId: 'deleteTenantWhitelistEntry',
    summary: 'Delete a whitelist entry of a tenant',
    ...update,
    ...remove,
  },
})
