import { itemOf, listOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { filteredBy, sortedBy } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

/** The columns the list is sorted by. */
export const mailLogSorts = ['created_at', 'title', 'recipient', 'status', 'class_name'] as const

const query = filteredBy({
  status: z.enum(['kept', 'sent', 'failed', 'received']),
  class_name: z.string(),
  workflow_id: z.uuid(),
  job_id: z.uuid(),
}).extend({ sort: sortedBy(mailLogSorts) })

const mail = rows.mail_logs
  .omit({ tenant_id: true, key: true, archived_at: true })
  .extend({ workflow: z.string().nullable() })
const listed = mail.omit({ project_id: true, body: true, html: true, parameters: true, dialogue: true })
const resent = itemOf(z.object({ status: z.enum(['kept', 'sent']) }))

const system = { scope: 'provider', may: ['system', 'view'] } as const
const project = { scope: 'project', may: ['jobs', 'view'] } as const

/** The mails that were sent, kept or have failed, of the installation itself or of a project. */
export const mailLogContract = defineRoutes({
  'GET /settings/email/log': {
    operationId: 'listSystemMails',
    summary: 'List the mails of the installation itself',
    ...system,
    query,
    answers: { 200: listOf(listed) },
  },
  'GET /settings/email/log/:id': {
    operationId: 'readSystemMail',
    summary: 'Read a mail of the installation itself',
    ...system,
    answers: { 200: itemOf(mail) },
  },
  'POST /settings/email/log/:id/resend': {
    operationId: 'resendSystemMail',
    summary: 'Send once more a mail of the installation itself',
    scope: 'provider',
    may: ['system', 'update'],
    answers: { 200: resent },
  },
  'GET /mail_logs': {
    operationId: 'listMailLogs',
    summary: 'List the mails of the project',
    ...project,
    query,
    answers: { 200: listOf(listed) },
  },
  'GET /mail_logs/:id': {
    operationId: 'readMailLog',
    summary: 'Read a mail of the project',
    ...project,
    answers: { 200: itemOf(mail) },
  },
  'POST /mail_logs/:id/resend': {
    operationId: 'resendMailLog',
    summary: 'Send once more a mail of the project',
    scope: 'project',
    may: ['jobs', 'run'],
    answers: { 200: resent },
  },
})
