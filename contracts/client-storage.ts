import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { storageChange, storageChoice } from '@weft/kit/define/storage.ts'
import { z } from 'zod'
import { passwordSet } from './tenant-database.ts'
import { storageCheck } from './storage-check.ts'

/** The storage of a tenant with the server it lies on, and who brings files by SFTP. */
const storage = z.object({
  storage: rows.tenant_storages
    .omit({ tenant_id: true })
    .extend({
      password: passwordSet.nullable(),
      fingerprint: z.string(),
      server: rows.storage_servers.pick({ id: true, name: true, type: true, host: true, port: true }).nullable(),
    })
    .nullable(),
  sftp: rows.sftp_users
    .pick({ username: true, active: true })
    .extend({ port: z.number(), listens: z.boolean(), password: passwordSet })
    .nullable(),
})

const view = { scope: 'branch', may: ['connections', 'view'] } as const
const update = { scope: 'branch', may: ['tenants', 'update'] } as const

/** Where the files of a tenant or of a partner's place lie. Passwords go in and never come out. */
export const clientStorageContract = defineRoutes({
  'GET /clients/:id/storage': {
    operationId: 'readTenantStorage',
    summary: 'The storage of a tenant and its SFTP user',
    ...view,
    answers: { 200: itemOf(storage.extend({ files_open: z.boolean() })) },
  },
  'PUT /clients/:id/storage': {
    operationId: 'changeTenantStorage',
    summary: 'Say where the files of a tenant lie; what is there stays where it is',
    ...update,
    body: storageChange,
    answers: { 200: itemOf(storage) },
  },
  'POST /clients/:id/storage/test': {
    operationId: 'testTenantStorage',
    summary: 'Try a storage out: connect, write, read, remove. Without a body the stored one',
    ...update,
    body: storageChoice.nullish(),
    answers: { 200: storageCheck },
  },
  'GET /clients/:id/storage/usage': {
    operationId: 'readTenantStorageUsage',
    summary: 'How much lies in the storage of a tenant',
    ...view,
    answers: { 200: itemOf(z.object({ files: z.number(), bytes: z.number(), complete: z.boolean() })) },
  },
  'POST /clients/:id/storage/sftp_password': {
    operationId: 'renewTenantSftpPassword',
    summary: 'Give the SFTP user a new password, said only once',
    scope: 'branch',
    may: ['connections', 'update'],
    answers: { 200: itemOf(z.object({ password: z.string() })) },
  },
})
