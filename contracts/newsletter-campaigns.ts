import { campaignDraft, campaignLabels } from '@weft/catalogue/resources/newsletter-campaign/newsletter-campaign.ts'
import { itemOf, listOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { filteredBy, listQuery } from '@weft/kit/http/list-query.ts'
import { languages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { mailStatus, renderedMail } from './mail-templates.ts'

const trial = z.strictObject({
  language: z.enum(languages),
  subject: z.string().max(300),
  body: z.string().max(50_000),
})
const states = ['waiting', 'sending', 'sent', 'kept', 'failed', 'unsure', 'cancelled'] as const
/** How many mails are in which state; a state nothing is in is left out. */
const counts = z.partialRecord(z.enum(states), z.number()) as z.ZodType<
  Partial<Record<(typeof states)[number], number>>,
  Record<string, number>
>
const campaign = rows.newsletter_campaigns

const may = <const Action extends 'view' | 'create' | 'update' | 'delete' | 'run'>(action: Action) =>
  ({ scope: 'provider', may: ['system', action], labels: campaignLabels }) as const

/** Newsletters: written, tried, sent to their audience, watched and stopped. */
export const newsletterCampaignContract = defineRoutes({
  'GET /newsletter_campaigns': {
    operationId: 'listNewsletterCampaigns',
    summary: 'List the newsletters',
    ...may('view'),
    query: listQuery,
    answers: {
      200: listOf(
        campaign.omit({ subject_en: true, body_en: true, subject_de: true, body_de: true }).extend({ counts }),
      ),
    },
  },
  'POST /newsletter_campaigns': {
    operationId: 'createNewsletterCampaign',
    summary: 'Write a newsletter',
    ...may('create'),
    body: campaignDraft,
    answers: { 201: itemOf(campaign) },
  },
  'GET /newsletter_campaigns/:id': {
    operationId: 'readNewsletterCampaign',
    summary: 'Read a newsletter with how far it is',
    ...may('view'),
    answers: { 200: itemOf(campaign.extend({ counts, addressees: z.number().optional() })) },
  },
  'PUT /newsletter_campaigns/:id': {
    operationId: 'changeNewsletterCampaign',
    summary: 'Change a newsletter',
    ...may('update'),
    body: changesOf(campaignDraft.shape),
    answers: { 200: itemOf(campaign) },
  },
  'DELETE /newsletter_campaigns/:id': {
    operationId: 'deleteNewsletterCampaign',
    summary: 'Delete a newsletter',
    ...may('delete'),
    answers: { 204: nothing },
  },
  'POST /newsletter_campaigns/preview': {
    operationId: 'previewNewsletterCampaign',
    summary: 'Show a newsletter as it would be',
    ...may('view'),
    body: trial,
    answers: { 200: itemOf(renderedMail) },
  },
  'POST /newsletter_campaigns/test': {
    operationId: 'tryNewsletterCampaign',
    summary: 'Send a newsletter to oneself',
    peopleOnly: true,
    ...may('update'),
    body: trial,
    answers: { 200: itemOf(z.object({ mail: mailStatus, to: z.string() })) },
  },
  'POST /newsletter_campaigns/:id/send': {
    operationId: 'sendNewsletterCampaign',
    summary: 'Send a newsletter to its audience',
    ...may('run'),
    answers: { 200: itemOf(campaign) },
  },
  'POST /newsletter_campaigns/:id/cancel': {
    operationId: 'cancelNewsletterCampaign',
    summary: 'Stop a newsletter: what has not left stays here',
    ...may('run'),
    answers: { 200: itemOf(campaign) },
  },
  'GET /newsletter_campaigns/:id/deliveries': {
    operationId: 'listNewsletterDeliveries',
    summary: 'List the mails of a newsletter',
    ...may('view'),
    query: filteredBy({ status: z.enum(states) }),
    answers: {
      200: listOf(rows.newsletter_deliveries.omit({ campaign_id: true, claimed_at: true }).extend({ id: z.string() })),
    },
  },
})
