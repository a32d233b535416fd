import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'
import { connection, signInAttempt } from './tenant-database.ts'

const view = { scope: 'branch', may: ['connections', 'view'] } as const
const params = { name: z.string().max(191) }

/** Where a tenant's records and documents live. */
export const clientConnectionContract = defineRoutes({
  'GET /clients/:id/databases': {
    operationId: 'listTenantDatabases',
    summary: 'List the database connections of a tenant',
    ...view,
    answers: { 200: itemOf(z.array(connection)) },
  },
  'POST /clients/:id/databases/:name/test': {
    operationId: 'testTenantDatabase',
    summary: 'Connect with a stored login',
    ...view,
    params,
    answers: { 200: signInAttempt },
  },
  'POST /clients/:id/databases/:name/rotate_password': {
    operationId: 'rotateTenantDatabasePassword',
    summary: 'Give the login of a connection a new password; nobody learns it',
    scope: 'branch',
    may: ['tenants', 'update'],
    params,
    answers: { 200: itemOf(connection) },
  },
})
