import { itemOf, listOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { mailAddresses } from '@weft/kit/define/mail-addresses.ts'
import { filteredBy, sortedBy } from '@weft/kit/http/list-query.ts'
import { languages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

/** The columns the list is sorted by. */
export const subscriberSorts = ['email', 'name', 'status', 'created_at'] as const
const subscriber = rows.newsletter_subscribers
const link = z.strictObject({ token: z.string().max(600) })
const whose = itemOf(z.object({ email: z.string() }))

/** Who gets the newsletter: entered by the provider or by themselves, confirmed and ended by links. */
export const newsletterSubscriberContract = defineRoutes({
  'GET /newsletter_subscribers': {
    operationId: 'listNewsletterSubscribers',
    summary: 'List who gets the newsletter',
    scope: 'provider',
    may: ['system', 'view'],
    query: filteredBy({ status: z.enum(['pending', 'subscribed', 'unsubscribed']) }).extend({
      sort: sortedBy(subscriberSorts),
    }),
    answers: { 200: listOf(subscriber) },
  },
  'POST /newsletter_subscribers': {
    operationId: 'createNewsletterSubscribers',
    summary: 'Enter addresses for the newsletter; each is asked by mail',
    scope: 'provider',
    may: ['system', 'create'],
    body: z.strictObject({
      emails: mailAddresses,
      name: z.string().trim().max(191).default(''),
      language: z.enum(languages).default('de'),
    }),
    answers: {
      201: itemOf(
        z.array(z.object({ id: z.string(), email: z.string(), mail: z.enum(['sent', 'kept', 'failed', 'none']) })),
      ),
    },
  },
  'PUT /newsletter_subscribers/:id': {
    operationId: 'changeNewsletterSubscriber',
    summary: 'Change a subscriber, or end their newsletter',
    scope: 'provider',
    may: ['system', 'update'],
    body: z.strictObject({
      name: z.string().trim().max(191).optional(),
      language: z.enum(languages).optional(),
      status: z.literal('unsubscribed').optional(),
    }),
    answers: { 200: itemOf(subscriber) },
  },
  'DELETE /newsletter_subscribers/:id': {
    operationId: 'deleteNewsletterSubscriber',
    summary: 'Delete a subscriber',
    scope: 'provider',
    may: ['system', 'delete'],
    answers: { 204: nothing },
  },
  'GET /newsletter': {
    operationId: 'readNewsletter',
    summary: 'Whether anybody may subscribe',
    scope: 'public',
    answers: { 200: itemOf(z.object({ open: z.boolean() })) },
  },
  'POST /newsletter/subscribe': {
    operationId: 'subscribeToNewsletter',
    summary: 'Ask for the newsletter',
    scope: 'public',
    body: z.strictObject({
      email: z.email().max(254),
      name: z.string().trim().max(191).default(''),
      language: z.enum(languages),
    }),
    answers: { 202: itemOf(z.object({ asked: z.boolean() })) },
  },
  'POST /newsletter/confirm': {
    operationId: 'confirmNewsletter',
    summary: 'Confirm the newsletter by the link of a mail',
    scope: 'public',
    body: link,
    answers: { 200: whose },
  },
  'POST /newsletter/unsubscribe': {
    operationId: 'unsubscribeFromNewsletter',
    summary: 'End the newsletter by the link of a mail',
    scope: 'public',
    body: link,
    answers: { 200: whose },
  },
})

const token = { token: z.string().max(600) }
/** The address of a link: mail programs with a button of their own send a form (RFC 8058), a person is led to the page. */
export const unsubscribeLinkContract = defineRoutes({
  'POST /newsletter/unsubscribe/:token': {
    operationId: 'unsubscribeByMailProgram',
    summary: 'End the newsletter with one click of a mail program',
    scope: 'public',
    params: token,
    answers: { 204: nothing },
  },
  'GET /newsletter/unsubscribe/:token': {
    operationId: 'openUnsubscribePage',
    summary: 'Lead to the page that ends the newsletter',
    scope: 'public',
    params: token,
    answers: { 302: nothing },
  },
})
