import { mailRecipient } from '@weft/catalogue/resources/mail-recipient/mail-recipient.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'

const { draft, changes, row, labels } = mailRecipient
const change = {
  summary: 'Change email recipient',
  scope: 'project',
  may: ['projects', 'update'],
  labels: labels.fields,
  body: changes,
  answers: { 200: itemOf(row) },
} as const

/** Making and changing a recipient: the workflow it is about must be one of the project. */
export const mailRecipientContract = defineRoutes({
  'POST /mail_recipients': {
    operationId: 'createMailRecipient',
    summary: 'Create email recipient',
    scope: 'project',
    may: ['projects', 'create'],
    labels: labels.fields,
    body: draft,
    answers: { 201: itemOf(row) },
  },
  'PUT /mail_recipients/:id': { operationId: 'changeMailRecipient', ...change },
  'POST /mail_recipients/:id': { operationId: 'changeMailRecipientByPost', ...change },
})
