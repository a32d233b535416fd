import { dashboard } from '@weft/catalogue/resources/dashboard/dashboard.ts'
import { itemOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { dashboardDefinition, filterValues } from '@weft/kit/define/dashboard.ts'
import { dashboardMail, mailRhythms } from '@weft/kit/define/dashboard-mail.ts'
import { chartThemes, chartTypes, insightDefinition } from '@weft/kit/define/insight.ts'
import { languages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { insightAnswer } from './insights.ts'

const row = shapeOf(dashboard.row)
const may = (action: 'view' | 'create' | 'update') => ({ scope: 'project', may: ['insights', action] }) as const
const change = {
  summary: 'Change a dashboard',
  ...may('update'),
  body: dashboard.changes,
  answers: { 200: itemOf(row) },
}

const asked = { values: filterValues.default({}), only: z.array(z.string().max(31)).max(40).optional() }
const shown = z.object({
  id: z.uuid(),
  label: z.string(),
  chart_type: z.enum(chartTypes),
  theme: z.enum(chartThemes),
  definition: shapeOf(insightDefinition),
})
const tile = z.object({
  id: z.string(),
  insight: shown.nullable(),
  answer: insightAnswer.nullable(),
  unfiltered: z.array(z.string()),
  error: z.string().nullable(),
})
const mail = z.object({
  id: z.uuid(),
  every: oneOf(mailRhythms),
  day: z.number(),
  at: z.string(),
  zone: z.string(),
  recipients: z.array(z.string()),
  language: oneOf(languages),
  due_at: z.string(),
  sent_at: z.string().nullable(),
  problem: z.string(),
})
const tiles = itemOf(z.object({ tiles: z.array(tile), at: z.string() }))

/** Dashboards: checked when saved; all tiles answered by one call, also for a definition that is not saved. */
export const dashboardContract = defineRoutes({
  'POST /dashboards': {
    operationId: 'createDashboard',
    summary: 'Create a dashboard',
    ...may('create'),
    body: dashboard.draft,
    answers: { 201: itemOf(row) },
  },
  'PUT /dashboards/:id': { operationId: 'changeDashboard', ...change },
  'POST /dashboards/:id': { operationId: 'changeDashboardByPost', ...change },
  'POST /dashboards/:id/data': {
    operationId: 'readDashboardData',
    summary: 'What every tile shows under the chosen filters',
    ...may('view'),
    body: z.strictObject(asked).prefault({}),
    answers: { 200: tiles },
  },
  'POST /dashboards/data': {
    operationId: 'previewDashboardData',
    summary: 'What every tile of a definition that is not saved shows',
    ...may('view'),
    body: z.strictObject({ definition: dashboardDefinition, ...asked }),
    answers: { 200: tiles },
  },
  'GET /dashboards/:id/mails': {
    operationId: 'listDashboardMails',
    summary: 'When a dashboard goes out by mail, and to whom',
    ...may('view'),
    answers: { 200: itemOf(z.array(mail)) },
  },
  'POST /dashboards/:id/mails': {
    operationId: 'createDashboardMail',
    summary: 'Have a dashboard sent as PDF by mail every day, week or month',
    scope: 'project',
    may: ['insights', 'export'],
    body: dashboardMail,
    answers: { 201: itemOf(mail) },
  },
  'DELETE /dashboards/:id/mails/:mail_id': {
    operationId: 'deleteDashboardMail',
    summary: 'Have a dashboard sent no more',
    scope: 'project',
    may: ['insights', 'export'],
    answers: { 204: nothing },
  },
  'POST /dashboards/choices': {
    operationId: 'listDashboardChoices',
    summary: 'The values a filter of a dashboard can choose',
    ...may('view'),
    body: z.strictObject({
      definition: dashboardDefinition,
      filter: z.string().max(31),
      search: z.string().max(200).default(''),
    }),
    answers: { 200: itemOf(z.object({ choices: z.array(z.string()), more: z.boolean() })) },
  },
})
