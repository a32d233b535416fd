import { file, listOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const archive = z.object({ name: z.string(), size: z.number(), modified_at: z.string(), day: z.string() })

/** What archiving and tidying have done, and the provider's own archives. */
export const retentionRunContract = defineRoutes({
  'GET /retention_runs': {
    operationId: 'listRetentionRuns',
    summary: 'List what the retention of logs has done',
    scope: 'provider',
    may: ['system', 'view'],
    query: listQuery,
    answers: { 200: listOf(rows.retention_runs) },
  },
  'GET /retention_archives': {
    operationId: 'listRetentionArchives',
    summary: 'List the provider’s archives of logs, the latest first',
    scope: 'provider',
    may: ['system', 'view'],
    answers: { 200: listOf(archive) },
  },
  'GET /retention_archives/:name': {
    operationId: 'downloadRetentionArchive',
    summary: 'Download an archive of logs',
    scope: 'provider',
    may: ['system', 'export'],
    params: {
      name: z.string().regex(
        inWords(/^(audit|mail)-logs-\d{4}-\d{2}-\d{2}\.zip$/, {
          en: 'This does not name an archive.',
          de: 'Das bezeichnet kein Archiv.',
        }),
      ),
    },
    produces: ['application/zip'],
    answers: { 200: file },
  },
})
