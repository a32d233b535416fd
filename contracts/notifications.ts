import { listMeta, filteredBy } from '@weft/kit/http/list-query.ts'
import { nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

const notification = rows.notifications.extend({ level: oneOf(['info', 'success', 'warning', 'error']) })
const some = z.array(z.uuid()).min(1).max(1000)
const unaudited = 'one’s own reading marks'

/** The caller's own notifications: the list behind the bell, and what they have read. */
export const notificationContract = defineRoutes({
  'GET /notifications': {
    operationId: 'listNotifications',
    summary: 'List notifications',
    scope: 'user',
    query: filteredBy({ level: z.string(), state: z.enum(['unread', 'read']) }),
    answers: { 200: z.object({ data: z.array(notification), meta: listMeta.extend({ unread: z.int() }) }) },
  },
  'POST /notifications/read': {
    operationId: 'markNotificationsRead',
    summary: 'Mark notifications as read: these, or all',
    scope: 'user',
    unaudited,
    body: z.strictObject({ ids: some.optional() }),
    answers: { 204: nothing },
  },
  'POST /notifications/unread': {
    operationId: 'markNotificationsUnread',
    summary: 'Mark notifications as unread',
    scope: 'user',
    unaudited,
    body: z.strictObject({ ids: some }),
    answers: { 204: nothing },
  },
})
