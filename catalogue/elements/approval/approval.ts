import { duration, durationOf } from '@weft/kit/define/duration.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { named, referenceList } from '@weft/kit/define/settings.ts'
import type { ApprovalOutcome } from '@weft/kit/define/step-context.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  nobody: { en: 'Say who decides: people or roles.', de: 'Geben Sie an, wer entscheidet: Personen oder Rollen.' },
})

/** So many of the records are shown to whoever decides. */
const shown = 20

const role = named(z.enum(['tenant_admin', 'developer', 'operator', 'analyst', 'viewer']), 'Role', 'Rolle', {
  tenant_admin: { en: 'Administrator', de: 'Administrator' },
  developer: { en: 'Developer', de: 'Entwickler' },
  operator: { en: 'Operator', de: 'Operator' },
  analyst: { en: 'Analyst', de: 'Analyst' },
  viewer: { en: 'Viewer', de: 'Betrachter' },
})

export const approval = defineElement({
  key: 'approval',
  group: 'flow',
  kind: 'control',
  icon: 'IconUserCheck',
  settings: z
    .strictObject({
      title: template.min(1).max(200).meta({ readable: true }),
      summary: template.max(20_000).default('').meta({ input: 'longText', readable: true }),
      users: referenceList('user').max(50).default([]),
      roles: z.array(role).max(5).default(['tenant_admin']),
      mail: z.boolean().default(true),
      timeout: duration.default('7d'),
      into: z.string().trim().min(1).max(63).default('approval'),
    })
    .refine(({ users, roles }) => users.length + roles.length > 0, {
      path: ['users'],
      error: say(texts.nobody(), 'en'),
      params: { say: texts.nobody() },
    }),
  inputs: ['in'],
  exits: ['approved', 'rejected', 'timeout'],
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Approval', de: 'Genehmigung' },
    help: {
      en: 'Asks people whether the run may go on, by notification and mail, and waits without a worker. One of them decides, once, on a page with the summary and the first records. Who decided, when and why travels with the records.',
      de: 'Fragt Personen per Benachrichtigung und E-Mail, ob der Lauf weitergehen darf, und wartet ohne Worker. Eine von ihnen entscheidet einmalig auf einer Seite mit der Zusammenfassung und den ersten Datensätzen. Wer wann und warum entschieden hat, steht danach an den Datensätzen.',
    },
    fields: {
      title: {
        label: { en: 'What is to be decided', de: 'Worüber entschieden wird' },
        help: {
          en: '{{ … }} takes values from the first record, {{ records }} is how many there are.',
          de: '{{ … }} nimmt Werte aus dem ersten Datensatz, {{ records }} ist ihre Anzahl.',
        },
      },
      summary: { en: 'Summary', de: 'Zusammenfassung' },
      users: {
        label: { en: 'People', de: 'Personen' },
        help: { en: 'Beside whoever has one of the roles.', de: 'Zusätzlich zu allen mit einer der Rollen.' },
      },
      roles: { en: 'Roles', de: 'Rollen' },
      mail: {
        label: { en: 'Also by mail', de: 'Auch per E-Mail' },
        help: {
          en: 'With a link to the page, which needs a sign-in.',
          de: 'Mit einem Link zur Seite, die eine Anmeldung verlangt.',
        },
      },
      timeout: {
        label: { en: 'Wait at most', de: 'Höchstens warten' },
        help: { en: 'Such as 2d 5h 30m.', de: 'Etwa 2d 5h 30m.' },
      },
      into: {
        label: { en: 'Field for the decision', de: 'Feld für die Entscheidung' },
        help: {
          en: 'Each record carries state, by, at and comment in it.',
          de: 'Darin trägt jeder Datensatz state, by, at und comment.',
        },
      },
    },
    exits: {
      approved: { en: 'Approved', de: 'Genehmigt' },
      rejected: { en: 'Rejected', de: 'Abgelehnt' },
      timeout: { en: 'Nobody decided', de: 'Niemand hat entschieden' },
    },
  },
  body: {
    async enter(step, input, memo) {
      const { approvals, signals } = step.context
      const { title, summary, users, roles, mail, timeout, into } = step.settings
      if (memo === undefined) {
        const { first, count } = await look(input())
        if (count === 0) return { through: 'approved' }
        const until = new Date(Date.now() + durationOf(timeout)!)
        const about = { ...first[0], records: count }
        await approvals.ask({
          step: step.id,
          title: texter(step, title)(about),
          summary: texter(step, summary)(about),
          records: first,
          record_count: count,
          users,
          roles,
          expires_at: until,
          mail,
        })
        return { wait: { until, signal: true }, memo: { until: until.toISOString() } }
      }
      await signals.get(step.id)
      const until = new Date((memo as { until: string }).until)
      const known = await approvals.outcome(step.id)
      if (!known && until.getTime() > Date.now()) return { wait: { until, signal: true }, memo }
      const outcome = known ?? (await approvals.expire(step.id))
      return { emit: decided(input(), into, outcome) }
    },
  },
})

async function look(batches: AsyncIterable<DataRecord[]>): Promise<{ first: DataRecord[]; count: number }> {
  const first: DataRecord[] = []
  let count = 0
  for await (const records of batches) {
    count += records.length
    if (first.length < shown) first.push(...records.slice(0, shown - first.length))
  }
  return { first, count }
}

async function* decided(batches: AsyncIterable<DataRecord[]>, into: string, outcome: ApprovalOutcome) {
  for await (const records of batches)
    yield { exit: outcome.state, records: records.map((record) => ({ ...record, [into]: outcome })) }
}
