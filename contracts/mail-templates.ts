import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { mailAreas } from '@weft/kit/define/mail.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { mailLayout } from '@weft/kit/define/mail-layout.ts'
import { template } from '@weft/kit/define/template.ts'
import { languages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const words = { subject: template.trim().min(1).max(300), body: template.min(1).max(20_000) }
const trial = z.strictObject({ class_name: z.string().max(64), language: z.enum(languages), ...changesOf(words).shape })
const params = { class_name: z.string().max(64), language: z.enum(languages) }

const kind = z.object({
  name: z.string(),
  class_name: z.string(),
  area: oneOf(mailAreas),
  scope: z.enum(['provider', 'tenant']),
  help: z.string(),
})
const wording = z.object({ subject: z.string(), body: z.string() })
const worded = wording.extend({ changed: z.boolean(), usual: wording })
const details = kind.extend({
  variables: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      sample: z.union([z.string(), z.number()]),
      hidden: z.boolean(),
      common: z.boolean(),
    }),
  ),
  wordings: z.object({ en: worded, de: worded }),
})
const saved = rows.mail_templates.pick({ subject: true, body: true, updated_at: true })

/** What became of a mail: without a mail server it is kept. */
export const mailStatus = z.enum(['kept', 'sent'])
/** A mail as it would be, and which one it borrows its values from. */
export const renderedMail = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  record: z.object({ title: z.string(), created_at: z.string() }).nullable(),
})
const tried = itemOf(z.object({ mail: mailStatus, to: z.string() }))

/** How each kind of mail is worded by the provider, for everybody. */
export const mailTemplateContract = defineRoutes({
  'GET /mail_templates': {
    operationId: 'listMailTemplates',
    summary: 'List the kinds of mails: the provider’s',
    scope: 'provider',
    may: ['system', 'view'],
    answers: { 200: listOf(kind.extend({ changed: z.array(oneOf(languages)) })) },
  },
  'GET /mail_templates/:class_name': {
    operationId: 'readMailTemplate',
    summary: 'Read the words of a kind of mail: the provider’s',
    scope: 'provider',
    may: ['system', 'view'],
    params,
    answers: { 200: itemOf(details) },
  },
  'PUT /mail_templates/:class_name/:language': {
    operationId: 'changeMailTemplate',
    summary: 'Word a kind of mail: the provider’s',
    scope: 'provider',
    may: ['system', 'update'],
    params,
    body: z.strictObject(words),
    answers: { 200: itemOf(saved) },
  },
  'DELETE /mail_templates/:class_name/:language': {
    operationId: 'resetMailTemplate',
    summary: 'Put the words of a kind of mail back: the provider’s',
    scope: 'provider',
    may: ['system', 'update'],
    params,
    answers: { 204: nothing },
  },
  'POST /mail_templates/preview': {
    operationId: 'previewMailTemplate',
    summary: 'Show a mail as it would be: the provider’s',
    scope: 'provider',
    may: ['system', 'view'],
    body: trial.extend({ layout: changesOf(mailLayout.shape).optional() }),
    answers: { 200: itemOf(renderedMail) },
  },
  'POST /mail_templates/test': {
    operationId: 'tryMailTemplate',
    summary: 'Send a mail to oneself to try its words: the provider’s',
    peopleOnly: true,
    scope: 'provider',
    may: ['system', 'update'],
    body: trial,
    answers: { 200: tried },
  },
})

/** How a tenant words its own mails. */
export const ownMailTemplateContract = defineRoutes({
  'GET /own_mail_templates': {
    operationId: 'listOwnMailTemplates',
    summary: 'List the kinds of mails: the tenant’s own',
    scope: 'tenant',
    may: ['projects', 'view'],
    answers: { 200: listOf(kind.extend({ changed: z.array(oneOf(languages)) })) },
  },
  'GET /own_mail_templates/:class_name': {
    operationId: 'readOwnMailTemplate',
    summary: 'Read the words of a kind of mail: the tenant’s own',
    scope: 'tenant',
    may: ['projects', 'view'],
    params,
    answers: { 200: itemOf(details) },
  },
  'PUT /own_mail_templates/:class_name/:language': {
    operationId: 'changeOwnMailTemplate',
    summary: 'Word a kind of mail: the tenant’s own',
    scope: 'tenant',
    may: ['projects', 'update'],
    params,
    body: z.strictObject(words),
    answers: { 200: itemOf(saved) },
  },
  'DELETE /own_mail_templates/:class_name/:language': {
    operationId: 'resetOwnMailTemplate',
    summary: 'Put the words of a kind of mail back: the tenant’s own',
    scope: 'tenant',
    may: ['projects', 'update'],
    params,
    answers: { 204: nothing },
  },
  'POST /own_mail_templates/preview': {
    operationId: 'previewOwnMailTemplate',
    summary: 'Show a mail as it would be: the tenant’s own',
    scope: 'tenant',
    may: ['projects', 'view'],
    body: trial.extend({ layout: changesOf(mailLayout.shape).optional() }),
    answers: { 200: itemOf(renderedMail) },
  },
  'POST /own_mail_templates/test': {
    operationId: 'tryOwnMailTemplate',
    summary: 'Send a mail to oneself to try its words: the tenant’s own',
    peopleOnly: true,
    scope: 'tenant',
    may: ['projects', 'update'],
    body: trial,
    answers: { 200: tried },
  },
})
