import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

const path = z.string().trim().min(1).max(1000)
const tag = z.string().trim().min(1).max(60)

const entry = z.object({
  path: z.string(),
  name: z.string(),
  folder: z.string(),
  size: z.number(),
  modified_at: z.string(),
  tags: z.array(z.string()),
  origin: z.object({
    by: oneOf(['upload', 'run', 'found']),
    at: z.string(),
    /** Who uploaded it. */ name: z.string().optional(),
    job_id: z.string().optional(),
    workflow_id: z.string().optional(),
  }),
})

const rule = z.object({
  path: z.string(),
  keep_versions: z.number(),
  version_days: z.number(),
  retention_days: z.number().nullable(),
})

const ruleLabels = {
  keep_versions: { en: 'Earlier contents to keep', de: 'Frühere Inhalte aufbewahren' },
  version_days: { en: 'Keep them for days', de: 'Aufbewahren für Tage' },
  retention_days: { en: 'Delete files after days', de: 'Dateien löschen nach Tagen' },
}

const view = { scope: 'tenant', may: ['records', 'view'] } as const

/** What is known of the files of a tenant beside their bytes: tags, where they came from, the words in them. */
export const dataLakeContract = defineRoutes({
  'GET /data_lake': {
    operationId: 'searchDataLake',
    summary:
      'Files whose names, tags or words hold what is looked for, the newest known first; page after page by `after`',
    ...view,
    query: z.strictObject({
      searchTerm: z.string().trim().max(200).default(''),
      tag: z.string().trim().max(60).default(''),
      after: z.string().max(100).optional(),
      perPage: z.coerce.number().int().min(1).max(100).default(25),
    }),
    answers: { 200: z.object({ data: z.array(entry), meta: z.object({ next: z.string().nullable() }) }) },
  },
  'GET /data_lake/folder': {
    operationId: 'listDataLakeFolder',
    summary: 'What is known of the files of a folder',
    ...view,
    query: z.strictObject({ path: z.string().max(1000).default('') }),
    answers: { 200: itemOf(z.array(entry)) },
  },
  'GET /data_lake/tags': {
    operationId: 'listDataLakeTags',
    summary: 'The tags of files, and how many have each',
    ...view,
    answers: { 200: itemOf(z.array(z.object({ tag: z.string(), files: z.number() }))) },
  },
  'POST /data_lake/tags': {
    operationId: 'tagDataLakeFile',
    summary: 'Give a file its tags',
    scope: 'tenant',
    may: ['records', 'update'],
    body: z.strictObject({ path, tags: z.array(tag).max(20) }),
    answers: { 200: itemOf(entry) },
  },
  'POST /data_lake/look': {
    operationId: 'lookThroughDataLake',
    summary:
      'Find files that were put there unnoticed and read what is new, some seconds long; `left` are for the next time',
    ...view,
    unaudited: 'finds what is there',
    answers: { 200: itemOf(z.object({ files: z.number(), read: z.number(), left: z.number() })) },
  },
  'GET /data_lake/rules': {
    operationId: 'listStorageRules',
    summary: 'What becomes of files and their earlier contents, by folder',
    ...view,
    answers: { 200: itemOf(z.array(rule)) },
  },
  'POST /data_lake/rules': {
    operationId: 'setStorageRule',
    summary: 'Say what becomes of the files of a folder; a rule that keeps no versions and deletes nothing is removed',
    scope: 'tenant',
    may: ['records', 'delete'],
    labels: ruleLabels,
    body: z.strictObject({
      path: z.string().trim().max(1000),
      keep_versions: z.int().min(0).max(100),
      version_days: z.int().min(1).max(3650),
      retention_days: z.int().min(1).max(3650).nullable(),
    }),
    answers: { 200: itemOf(z.array(rule)) },
  },
  'GET /data_lake/versions': {
    operationId: 'listFileVersions',
    summary: 'The earlier contents of a file, the newest first',
    ...view,
    query: z.strictObject({ path }),
    answers: { 200: itemOf(z.array(z.object({ path: z.string(), size: z.number(), until: z.string() }))) },
  },
  'POST /data_lake/restore': {
    operationId: 'restoreFileVersion',
    summary: 'Give a file an earlier content; the one it has now is kept as any other',
    scope: 'tenant',
    may: ['records', 'create'],
    body: z.strictObject({ path, until: z.iso.datetime() }),
    answers: { 200: itemOf(z.object({ path: z.string(), size: z.number(), modified_at: z.string() })) },
  },
})
