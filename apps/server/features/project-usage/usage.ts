import { accountLimits } from '@weft/catalogue/resources/account-setting/limits.ts'
import { queueSettings } from '@weft/catalogue/resources/setting/queues.ts'
import { uploadSettings } from '@weft/catalogue/resources/setting/uploads.ts'
import { retentionSettings } from '@weft/catalogue/resources/setting/retention.ts'
import type { ProjectUsage } from '@weft/contracts/project-usage.ts'
import { silentAfter } from '@weft/engine/agents/line-by-agent.server.ts'
import { firstOfMonth } from '@weft/engine/billing/month.ts'
import { readAccountSettings } from '@weft/kit/database/account-settings.server.ts'
import type { ProjectScope, Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { can, type Subject } from '@weft/kit/define/permissions.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { sql } from 'kysely'
import { todayInUtc } from '../billing/parts.ts'

type Asked = { scope: ProjectScope; user: Caller }

/** What of a project's use stands in the control database; its structures are counted where their records lie. */
export async function usageOf(trx: Scoped, { scope, user }: Asked): Promise<Omit<ProjectUsage, 'structures'>> {
  const { project_id, tenant_id } = scope
  const ifSeen = async <T>(subject: Subject, read: () => Promise<T>) => (can(user, subject, 'view') ? read() : null)
  return {
    limits: await limitsOf(trx),
    queues: await queuesOf(trx, project_id),
    month: {
      ...(await monthOf(trx, scope)),
      plan: await ifSeen('billing', () => planOf(trx, tenant_id)).then((plan) => plan ?? null),
    },
    storage: await storageOf(trx, tenant_id),
    workflows: await ifSeen('workflows', () =>
      counted(
        trx,
        sql`count(*) as total, count(*) filter (where active) as active from workflows where project_id = ${project_id}`,
      ),
    ),
    connections: await ifSeen('connections', () =>
      counted(
        trx,
        sql`count(*) filter (where c.project_id is not null) as own, count(*) filter (where c.project_id is null) as shared,
          count(*) filter (where h.state = 'broken' and c.active) as broken
          from connections c left join connection_health h on h.connection_id = c.id
          where c.tenant_id = ${tenant_id} and (c.project_id = ${project_id} or c.project_id is null)`,
      ),
    ),
    tokens: await ifSeen('tokens', () =>
      counted(
        trx,
        sql`count(*) as total, count(*) filter (where active) as active from workflow_tokens where project_id = ${project_id}`,
      ),
    ),
    service_accounts: await ifSeen('users', () =>
      counted(
        trx,
        sql`count(*) filter (where project_id is not null) as own, count(*) filter (where project_id is null) as shared, count(*) filter (where active) as active
          from service_accounts where tenant_id = ${tenant_id} and (project_id = ${project_id} or project_id is null)`,
      ),
    ),
    agents: await ifSeen('agents', () =>
      counted(
        trx,
        sql`count(*) as total, count(*) filter (where s.disconnected_at is null and s.seen_at > now() - ${silentAfter}) as connected
          from agents a left join agent_sessions s on s.agent_id = a.id where a.tenant_id = ${tenant_id} and a.revoked_at is null`,
      ),
    ),
  }
}

/** What the installation allows, and of that what it allows this tenant. */
async function limitsOf(trx: Scoped) {
  const own = await readAccountSettings(trx, accountLimits)
  const queues = await readSettings(trx, queueSettings)
  const { data_megabytes } = await readSettings(trx, uploadSettings)
  const { log_days } = await readSettings(trx, retentionSettings)
  return {
    instances: Math.min(queues.most_instances, own.queue_instances),
    memory: Math.min(queues.most_memory, own.queue_memory),
    megabytes: Math.min(data_megabytes, own.data_megabytes),
    log_days: Math.min(log_days, own.log_days),
  }
}

async function queuesOf(trx: Scoped, project_id: string) {
  const { rows } = await sql<ProjectUsage['queues'][number]>`
    select q.id, q.name, q.active, q.instances, q.max_memory, q.priority, q.project_id is null as shared, j.*
    from queues q cross join lateral (
      select count(*) filter (where j.status in ('started', 'working'))::int as running, count(*) filter (where j.status = 'pending')::int as waiting,
        min(j.created_at) filter (where j.status = 'pending') as waiting_since
      from jobs j where j.queue_id = q.id and j.status in ('pending', 'started', 'working')
    ) j
    where q.tenant_id = weft_tenant() and (q.project_id = ${project_id} or q.project_id is null) order by q.name limit 100`.execute(
    trx,
  )
  return rows
}

async function monthOf(trx: Scoped, { tenant_id, project_id }: ProjectScope) {
  const from = firstOfMonth(todayInUtc())
  const { rows } = await sql<Record<'runs' | 'records' | 'tenant_runs' | 'tenant_records', string>>`
    select coalesce(sum(runs) filter (where project_id = ${project_id}), 0)::bigint as runs, coalesce(sum(records) filter (where project_id = ${project_id}), 0)::bigint as records,
      coalesce(sum(runs), 0)::bigint as tenant_runs, coalesce(sum(records), 0)::bigint as tenant_records
    from usage_days where tenant_id = ${tenant_id} and day >= ${from}`.execute(trx)
  const month = rows[0]!
  return {
    from,
    runs: Number(month.runs),
    records: Number(month.records),
    tenant_runs: Number(month.tenant_runs),
    tenant_records: Number(month.tenant_records),
  }
}

/** The plan of the tenant's own contract; where its partner pays, the tenant knows of none. */
async function planOf(trx: Scoped, tenant_id: string) {
  const plan = await trx
    .selectFrom('contracts as c')
    .innerJoin('plans as p', 'p.id', 'c.plan_id')
    .select(['p.name', 'p.included_runs', 'p.included_records', 'p.included_gb'])
    .where('c.tenant_id', '=', tenant_id)
    .where('c.start_on', '<=', todayInUtc())
    .where((eb) => eb.or([eb('c.ends_on', 'is', null), eb('c.ends_on', '>=', todayInUtc())]))
    .orderBy('c.start_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    plan && {
      ...plan,
      included_runs: Number(plan.included_runs),
      included_records: Number(plan.included_records),
    }
  )
}

async function storageOf(trx: Scoped, tenant_id: string): Promise<ProjectUsage['storage']> {
  const { rows } = await sql<{
    kind: 'local' | 'ftp' | 'sftp' | null
    at: string | null
    database_bytes: string
    file_bytes: string
  }>`
    select coalesce(v.type, s.type) as kind, d.measured_at as at, d.database_bytes, d.file_bytes
    from (select ${tenant_id}::uuid as id) t left join tenant_storages s on s.tenant_id = t.id
    left join storage_servers v on v.id = s.server_id
    left join lateral (select * from storage_days d where d.tenant_id = t.id order by d.day desc limit 1) d on true`.execute(
    trx,
  )
  const { kind, at, database_bytes, file_bytes } = rows[0]!
  return {
    kind: kind ?? 'local',
    measured: at ? { at, database_bytes: Number(database_bytes), file_bytes: Number(file_bytes) } : null,
  }
}

async function counted(trx: Scoped, counts: ReturnType<typeof sql>): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, string>>`select ${counts}`.execute(trx)
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, count]) => [name, Number(count)]))
}
