import { announcementDraft } from '@weft/catalogue/resources/announcement/announcement.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'

/** Sends a notification to many users at once; what was sent is listed by the resource. */
export const announcementContract = defineRoutes({
  'POST /announcements': {
    operationId: 'sendAnnouncement',
    summary: 'Send a notification to many',
    scope: 'provider',
    may: ['system', 'create'],
    body: announcementDraft,
    answers: { 201: itemOf(rows.announcements) },
  },
})
