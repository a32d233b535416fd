import { calendarMoment } from '@weft/kit/define/day.ts'
import { itemOf, listOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { filteredBy } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

const view = { scope: 'level', may: ['audit', 'view'] } as const

/** Who did what, from where, before and after. Read only. */
export const auditLogContract = defineRoutes({
  'GET /audit_logs': {
    operationId: 'listAuditLogs',
    summary: 'List the audit log',
    ...view,
    query: filteredBy({
      entity: z.string(),
      entity_id: z.string(),
      action: z.enum(['create', 'update', 'delete', 'run', 'publish', 'export', 'refused']),
      user_id: z.uuid(),
      actor_kind: z.string(),
      request: z.string(),
      project_id: z.uuid(),
      support_access_id: z.uuid(),
    }).extend({
      from: calendarMoment.optional(),
      to: calendarMoment.optional(),
      tenant_id: z.uuid().optional(),
      partner_id: z.uuid().optional(),
    }),
    answers: {
      200: listOf(rows.audit_logs.omit({ before: true, after: true }).extend({ tenant_name: z.string().nullable() })),
    },
  },
  'GET /audit_logs/:id': {
    operationId: 'readAuditLog',
    summary: 'Read an entry of the audit log, with before and after, and what the same call has changed beside it',
    ...view,
    answers: {
      200: itemOf(
        rows.audit_logs.extend({
          beside: z.array(rows.audit_logs.pick({ id: true, action: true, entity: true, entity_name: true })),
        }),
      ),
    },
  },
})
