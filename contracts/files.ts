import { file, itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes, type RouteContract } from '@weft/kit/contracts/route.ts'
import { listMeta } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

const path = z.string().max(1000)
const stored = z.object({ path: z.string(), size: z.number(), modified_at: z.string() })
const entry = stored.extend({ name: z.string(), kind: oneOf(['file', 'folder']) })
const preview = z.union([
  z.object({
    kind: z.literal('records'),
    size: z.number(),
    type: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.record(z.string(), z.any())),
    entries: z.number(),
    complete: z.boolean(),
  }),
  /** The beginning of what is no file of records, and why it is none; empty of what is no text either. */
  z.object({
    kind: z.literal('text'),
    size: z.number(),
    text: z.string(),
    complete: z.boolean(),
    reason: z.string().optional(),
  }),
  z.object({
    kind: z.literal('mail'),
    size: z.number(),
    subject: z.string(),
    from: z.string(),
    to: z.string(),
    cc: z.string(),
    sent_at: z.string(),
    text: z.string(),
    attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })),
  }),
  z.object({
    kind: z.literal('archive'),
    size: z.number(),
    entries: z.array(z.object({ name: z.string(), size: z.number(), modified_at: z.string() })),
    complete: z.boolean(),
  }),
  /** The text of the first pages. */
  z.object({
    kind: z.literal('pdf'),
    size: z.number(),
    title: z.string(),
    pages: z.array(z.string()),
    total: z.number(),
  }),
  /** Drawn anew and no larger than a screen, as a `data:` address. */
  z.object({
    kind: z.literal('picture'),
    size: z.number(),
    width: z.number(),
    height: z.number(),
    source: z.string(),
  }),
])
const meta = listMeta.extend({
  truncated: z.boolean(),
  path: z.string(),
  limits: z.object({ megabytes: z.number(), files: z.number() }),
})

type Place = { of: string; view: Pick<RouteContract, 'scope' | 'may'>; change: Pick<RouteContract, 'scope' | 'may'> }

const calls = ({ of, view, change }: Place) => ({
  list: {
    operationId: `list${of}Files`,
    summary: 'List a folder',
    ...view,
    query: z.object({ path: path.default(''), noPagination: z.stringbool().default(false) }),
    answers: { 200: listOf(entry).extend({ meta }) },
  },
  upload: {
    operationId: `upload${of}Files`,
    summary: 'Upload files',
    ...change,
    consumes: ['multipart/form-data'],
    query: z.object({ path: path.default(''), replace: z.stringbool().default(false) }),
    answers: { 201: itemOf(z.array(stored)) },
  },
  download: {
    operationId: `download${of}File`,
    summary: 'Download a file',
    ...view,
    query: z.object({ path }),
    produces: ['application/octet-stream'],
    answers: { 200: file },
  },
  preview: {
    operationId: `preview${of}File`,
    summary: 'See what a file holds',
    ...view,
    query: z.object({ path, rows: z.coerce.number().int().min(1).max(200).default(20) }),
    answers: { 200: itemOf(preview) },
  },
  makeFolder: {
    operationId: `create${of}Folder`,
    summary: 'Make a folder',
    ...change,
    body: z.strictObject({ path: path.min(1) }),
    answers: { 201: itemOf(z.object({ path: z.string() })) },
  },
  move: {
    operationId: `move${of}File`,
    summary: 'Move or rename a file or folder',
    ...change,
    body: z.strictObject({ path: path.min(1), to: path.min(1) }),
    answers: { 200: itemOf(z.object({ path: z.string() })) },
  },
  delete: {
    operationId: `delete${of}File`,
    summary: 'Delete a file or folder',
    ...change,
    query: z.object({ path: path.min(1) }),
    answers: { 204: nothing },
  },
})

const own = calls({
  of: '',
  view: { scope: 'tenant', may: ['records', 'view'] },
  change: { scope: 'tenant', may: ['records', 'create'] },
})
const ofTenant = calls({
  of: 'Client',
  view: { scope: 'branch', may: ['connections', 'view'] },
  change: { scope: 'branch', may: ['tenants', 'update'] },
})

/** The files of a storage: of the tenant somebody works in, and of a tenant below. */
export const fileContract = defineRoutes({
  'GET /files': own.list,
  'POST /files': own.upload,
  'GET /files/content': own.download,
  'GET /files/preview': own.preview,
  'POST /files/folders': own.makeFolder,
  'POST /files/move': own.move,
  'DELETE /files': own.delete,
  'GET /clients/:id/storage/files': ofTenant.list,
  'POST /clients/:id/storage/files': ofTenant.upload,
  'GET /clients/:id/storage/files/content': ofTenant.download,
  'GET /clients/:id/storage/files/preview': ofTenant.preview,
  'POST /clients/:id/storage/files/folders': ofTenant.makeFolder,
  'POST /clients/:id/storage/files/move': ofTenant.move,
  'DELETE /clients/:id/storage/files': ofTenant.delete,
})
