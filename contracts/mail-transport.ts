import { projectEmailSettings } from '@weft/catalogue/resources/setting/project-email.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapesOf } from '@weft/kit/contracts/shape.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { z } from 'zod'

const { schema, labels } = projectEmailSettings
const settings = z.object({ ...shapesOf(schema.shape), password: z.object({ set: z.boolean() }) })
const may = <const Action extends 'view' | 'update'>(action: Action) =>
  ({ scope: 'project', may: ['projects', action] }) as const

/** The mail server of a project: read, changed, and tried. */
export const mailTransportContract = defineRoutes({
  'GET /mail_transport': {
    operationId: 'readMailTransport',
    summary: 'Read the mail server of the project',
    ...may('view'),
    answers: { 200: itemOf(settings) },
  },
  'PUT /mail_transport': {
    operationId: 'changeMailTransport',
    summary: 'Change the mail server of the project',
    ...may('update'),
    labels: labels.fields,
    body: changesOf(schema.shape),
    answers: { 200: itemOf(settings) },
  },
  'POST /mail_transport/test': {
    operationId: 'tryMailTransport',
    summary: 'Send a mail through the mail server of the project',
    ...may('update'),
    body: z.strictObject({ to: z.email() }),
    answers: { 200: itemOf(z.object({ ok: z.boolean() })) },
  },
})
