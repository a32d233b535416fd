import { Readable } from 'node:stream'
import type pg from 'pg'
import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { dashboardDefinition } from '@weft/kit/define/dashboard.ts'
import { dashboardMail, type DashboardMail } from '@weft/kit/define/dashboard-mail.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import type { Mailer } from '../connections/mail.server.ts'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { dashboardData } from '../data-sets/dashboards.server.ts'
import { addressOfInstallation } from '../mail/installation.server.ts'
import { computeIsolated } from '../data-sets/formulas/compute-isolated.server.ts'
import type { Isolation } from '../isolation/isolation.server.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'
import { nextDue } from './next-due.ts'
import { drawPictures } from '../pictures/picture-tasks.ts'
import { drawDashboard } from './draw-thread.server.ts'

type DashboardMailClass = MailClass<'dashboard' | 'at' | 'link'>
type Deps = {
  pool: pg.Pool
  db: Database
  databases: TenantDatabases
  isolation: Pick<Isolation, 'run'>
  mailer: Pick<Mailer, 'send'>
  mail: DashboardMailClass
}

const twentySeconds = 20_000
/** What could not be sent is tried for so long before it waits for its next time. */
const giveUp = 3_600_000

/** Sends dashboards whose time has come; one machine looks at a time, and each time leaves once. */
export const startDashboardMails = (deps: Deps, { every_ms = twentySeconds } = {}) =>
  runExclusiveInterval(deps.pool, 'dashboard mails', every_ms, () => sendDueDashboards(deps, new Date()))

type Due = DashboardMail & {
  id: string
  tenant_id: string
  project_id: string
  dashboard_id: string
  sees_runs: boolean
  due_at: string
}

/** One look at what is due. */
export async function sendDueDashboards(deps: Deps, now: Date): Promise<void> {
  const { rows } = await deps.pool.query<Due>(
    `select m.* from dashboard_mails m join tenants t on t.id = m.tenant_id
     where m.due_at <= $1 and t.active order by m.due_at limit 50`,
    [now.toISOString()],
  )
  for (const due of rows) {
    const problem = await sent(deps, due, now).then(
      () => '',
      (error: unknown) => {
        log.warn({ err: error, dashboard_id: due.dashboard_id }, 'a dashboard did not leave by mail')
        return error instanceof WeftError ? say(error.say, due.language) : String((error as Error).message)
      },
    )
    const isOver = problem === '' || now.getTime() - Date.parse(due.due_at) > giveUp
    await deps.pool.query(
      `update dashboard_mails set problem = $2, due_at = case when $3 then $4::timestamptz else due_at end,
         sent_at = case when $2 = '' then $5::timestamptz else sent_at end where id = $1`,
      [due.id, problem, isOver, nextDue(due, now).toISOString(), now.toISOString()],
    )
  }
}

/** The same key for the same time and reader: who is killed between two readers goes on with the second. */
async function sent({ pool, db, databases, isolation, mailer, mail }: Deps, due: Due, now: Date): Promise<void> {
  const { id, tenant_id, project_id, dashboard_id, language, zone, recipients } = due
  const scope: ProjectScope = { level: 'tenant', tenant_id, project_id }
  const { label, ...row } = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('dashboards')
      .select(['label', 'definition'])
      .where('id', '=', dashboard_id)
      .executeTakeFirstOrThrow(),
  )
  const definition = dashboardDefinition.parse(row.definition)
  const { values } = dashboardMail.pick({ values: true }).parse({ values: due.values })
  const tiles = await dashboardData({ db, databases, compute: computeIsolated(isolation) }, scope, definition, {
    values,
    viewer: { sees_runs: due.sees_runs, language },
  })
  const at = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(now)
  const { pdf, below } = await drawDashboard({ label, definition, values, tiles, language, at })
  const pictures = []
  for (const { cid, svg } of below.charts)
    pictures.push({ cid, content: await photographed(isolation, tenant_id, svg) })
  const search = new URLSearchParams(values).toString()
  const base = await addressOfInstallation(pool)
  const link = base && `${base}/project/insights/dashboards/${dashboard_id}${search && `?${search}`}`
  for (const to of recipients)
    await mailer.send(
      { tenant_id, project_id },
      {
        mail,
        variables: { dashboard: label, at, link },
        to: [to],
        language,
        key: `dashboard ${id} ${new Date(due.due_at).toISOString()} ${to}`,
        attachments: [{ name: `${label.replaceAll(/[^\p{L}\p{N} _-]/gu, '')}.pdf`, content: Buffer.from(pdf) }],
        below: { html: below.html, pictures },
      },
    )
}

async function photographed(isolation: Deps['isolation'], owner: string, svg: string): Promise<Buffer> {
  const input = async () => Readable.from([Buffer.from(svg)])
  const { bytes } = await isolation.run(drawPictures, { pictures: [{ format: 'png' }] }, { owner, input })
  return bytes[0]!
}
