import { inScope, systemScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import type { ApprovalOutcome, StepContext } from '@weft/kit/define/step-context.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { isStorable, storableJson } from '@weft/kit/define/storable-json.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import { sql } from 'kysely'
import type { Mailer } from '../connections/mail.server.ts'
import { notify } from '../notifications/notice.server.ts'
import { publicAddress } from './address.server.ts'

const texts = defineMessages({
  nobody: {
    en: 'Nobody may decide this: none of the people and roles of the step has an active account.',
    de: 'Niemand darf hierüber entscheiden: Keine der Personen und Rollen des Schritts hat ein aktives Konto.',
  },
  wanted: { en: 'Your decision is needed', de: 'Ihre Entscheidung wird gebraucht' },
})

export type ApprovalMail = MailClass<'title' | 'summary' | 'link'>
type Deps = { db: Database; mailer: Pick<Mailer, 'send'>; approvalMail: ApprovalMail; mask: Mask }
type Job = { id: string; origin_id: string; workflow_id: string }
type Person = { id: string; email: string; language: Language; name: string }

/** Questions of runs to people: asked once for each step, decided once. */
export function openApprovals(deps: Deps, scope: ProjectScope, job: Job): StepContext['approvals'] {
  const { db } = deps
  const { origin_id: job_id } = job

  const find = (step: string) =>
    inScope(db, scope, (trx) =>
      trx
        .selectFrom('approvals')
        .select(['state', 'decided_by_name', 'decided_at', 'comment'])
        .where('job_id', '=', job_id)
        .where('step', '=', step)
        .executeTakeFirst(),
    )

  return {
    async ask({ step, title, summary, records, record_count, users, roles, expires_at, mail }) {
      const { tenant_id, project_id } = scope
      const people = await peopleOf(db, tenant_id, { users, roles })
      if (people.length === 0) throw new Invalid('APPROVAL_NOBODY', texts.nobody())
      const words = deps.mask({ title: title.slice(0, 200), summary: summary.slice(0, 20_000), records })
      const id = await inScope(db, scope, async (trx) => {
        await sql`
          insert into approvals (tenant_id, project_id, workflow_id, job_id, step, title, summary, records, fields, record_count, users, roles, expires_at)
          values (${tenant_id}, ${project_id}, ${job.workflow_id}, ${job_id}, ${step}, ${words.title}, ${words.summary},
            ${storableJson(words.records)}::jsonb, ${fieldsOf(records)}::text[], ${record_count}, ${users}::uuid[], ${roles}::text[], ${expires_at?.toISOString() ?? null})
          on conflict (job_id, step) do nothing`.execute(trx)
        const row = await trx
          .selectFrom('approvals')
          .select('id')
          .where('job_id', '=', job_id)
          .where('step', '=', step)
          .executeTakeFirstOrThrow()
        return row.id
      })
      const link = `/project/approvals/${id}`
      await inScope(db, systemScope, async (trx) => {
        for (const [language, readers] of Map.groupBy(people, (person) => person.language))
          await notify(
            trx,
            readers.map((person) => person.id),
            {
              level: 'info',
              title: say(texts.wanted(), language),
              message: words.title,
              link,
              project_id,
              key: [tenant_id, `approval:${id}`],
            },
          )
      })
      if (!mail) return
      const address = `${await publicAddress(db)}${link}`
      for (const { email, language, name, id: user } of people)
        await deps.mailer.send(
          { tenant_id, project_id, workflow_id: job.workflow_id, job_id: job.id },
          {
            mail: deps.approvalMail,
            variables: { title: words.title, summary: words.summary, link: address },
            to: [email],
            name,
            language,
            key: `approval:${id}:${user}`,
          },
        )
    },
    outcome: async (step) => outcomeOf(await find(step)),
    async expire(step) {
      await inScope(db, scope, (trx) =>
        trx
          .updateTable('approvals')
          .set({ state: 'timeout', decided_at: sql<string>`clock_timestamp()` })
          .where('job_id', '=', job_id)
          .where('step', '=', step)
          .where('state', '=', 'open')
          .execute(),
      )
      return outcomeOf(await find(step))!
    },
  }
}

/** What begins with an underscore is the product's own. */
const fieldsOf = (records: DataRecord[]) =>
  [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
    (name) => !name.startsWith('_') && isStorable(JSON.stringify(name)),
  )

type Row = { state: string; decided_by_name: string; decided_at: string | null; comment: string } | undefined

const outcomeOf = (row: Row): ApprovalOutcome | undefined =>
  row && row.state !== 'open'
    ? {
        state: row.state as ApprovalOutcome['state'],
        by: row.decided_by_name,
        at: new Date(row.decided_at!).toISOString(),
        comment: row.comment,
      }
    : undefined

/** Who is asked: active users of the tenant, named or by their role. */
async function peopleOf(
  db: Database,
  tenant_id: string,
  { users, roles }: { users: string[]; roles: string[] },
): Promise<Person[]> {
  const { rows } = await inScope(db, systemScope, (trx) =>
    sql<Person>`
      select id, email, case when language = 'en' then 'en' else 'de' end as language, trim(concat(first_name, ' ', last_name)) as name from users
      where tenant_id = ${tenant_id} and active and (id = any(${users}::uuid[]) or role = any(${roles}::text[])) order by email`.execute(
      trx,
    ),
  )
  return rows
}
