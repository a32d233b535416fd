import { isHeld } from '@weft/engine/backup/hold.server.ts'
import { queueSettings } from '@weft/catalogue/resources/setting/queues.ts'
import type { SupervisorAction, WorkerStatus } from '@weft/engine/workers/machine.ts'
import { commandChannel } from '@weft/engine/workers/supervision.server.ts'
import { inScope, systemScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

const texts = defineMessages({
  silent: {
    en: 'The machine {machine} does not answer. Please check whether its process is running.',
    de: 'Die Maschine {machine} antwortet nicht. Bitte prüfen Sie, ob ihr Prozess läuft.',
  },
  none: {
    en: 'No machine answers. Please check whether their processes are running.',
    de: 'Keine Maschine antwortet. Bitte prüfen Sie, ob ihre Prozesse laufen.',
  },
  alive: {
    en: 'The machine {machine} is at work and cannot be removed.',
    de: 'Die Maschine {machine} ist in Betrieb und kann nicht entfernt werden.',
  },
})

/** A machine says something every five seconds; one that has not for so long does not answer. */
const silentAfter = sql`interval '20 seconds'`
const isSilent = sql<boolean>`s.beat_at < now() - ${silentAfter}`
/** So long a command may wait for its machine to take it up. */
const patience = 5_000

/** The machines with their workers, what each is at, and what was last asked of them. */
export async function listMachines(trx: Scoped) {
  const machines = await trx
    .selectFrom('supervisors as s')
    .selectAll('s')
    .select([
      isSilent.as('silent'),
      sql<boolean>`coalesce((select g.updated_at > s.configured_at from settings g where g.key = ${queueSettings.path}), false)`.as(
        'outdated',
      ),
    ])
    .orderBy('s.machine')
    .execute()
  const commands = await sql<Command & { supervisor_id: string }>`
    select c.* from supervisors s cross join lateral (
      select c.id, c.supervisor_id, c.action, c.state, c.problem, c.asked_at, c.acknowledged_at, c.finished_at, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as asked_by_name
      from supervisor_commands c left join users u on u.id = c.asked_by where c.supervisor_id = s.id order by c.asked_at desc limit 5) c`.execute(
    trx,
  )
  const byMachine = Map.groupBy(commands.rows, (command) => command.supervisor_id)
  return machines.map((machine) => ({
    ...machine,
    workers: machine.silent ? [] : (machine.workers as WorkerStatus[]),
    commands: byMachine.get(machine.id) ?? [],
  }))
}

/** Each worker's job with its workflow and tenant, which are not the provider's rows. */
export async function withJobs<M extends { workers: WorkerStatus[] }>(db: Database, machines: M[]) {
  const ids = machines.flatMap(({ workers }) => workers.flatMap(({ job_id }) => job_id ?? []))
  const jobs =
    ids.length === 0
      ? []
      : await inScope(db, systemScope, (trx) =>
          trx
            .selectFrom('jobs as j')
            .innerJoin('workflows as w', 'w.id', 'j.workflow_id')
            .innerJoin('tenants as t', 't.id', 'j.tenant_id')
            .select(['j.id', 'w.label as workflow_label', 't.name as tenant_name'])
            .where('j.id', 'in', ids)
            .execute(),
        )
  const known = new Map(jobs.map((job) => [job.id, job]))
  return machines.map((machine) => ({
    ...machine,
    workers: machine.workers.map((worker) => ({ ...worker, job: (worker.job_id && known.get(worker.job_id)) || null })),
  }))
}

type Command = {
  id: string
  action: SupervisorAction
  state: 'asked' | 'acknowledged' | 'done' | 'failed' | 'expired'
  problem: string | null
  asked_at: string
  acknowledged_at: string | null
  finished_at: string | null
  asked_by_name: string | null
}
export type RequestedState = Pick<Command, 'id' | 'action' | 'state'> & { machine: string }

/** Asks one machine, or all that answer, to do something, and waits until each has taken it up; a command nobody took up is withdrawn. */
export async function askMachines(
  db: Database,
  scope: Scope,
  action: SupervisorAction,
  id: string | undefined,
): Promise<RequestedState[]> {
  const ids = await inScope(db, scope, async (trx) => {
    const found = await trx
      .selectFrom('supervisors as s')
      .select(['s.id', 's.host', isSilent.as('silent')])
      .$if(id !== undefined, (query) => query.where('s.id', '=', id!))
      .execute()
    if (id !== undefined && !found[0]) throw notFound()
    if (id !== undefined && found[0]!.silent)
      throw new Conflict('SUPERVISOR_SILENT', texts.silent({ machine: found[0]!.host }))
    const living = found.filter((one) => !one.silent)
    if (living.length === 0) throw new Conflict('SUPERVISOR_SILENT', texts.none())
    const rows = await trx
      .insertInto('supervisor_commands')
      .values(living.map((one) => ({ supervisor_id: one.id, action, asked_by: scope.user_id ?? null })))
      .returning(['id', 'supervisor_id'])
      .execute()
    for (const row of rows) await sql`select pg_notify(${commandChannel}, ${row.supervisor_id})`.execute(trx)
    return rows.map((row) => row.id)
  })
  const read = (trx: Scoped) =>
    trx
      .selectFrom('supervisor_commands as c')
      .innerJoin('supervisors as s', 's.id', 'c.supervisor_id')
      .select(['c.id', 'c.action', 'c.state', 's.host as machine'])
      .where('c.id', 'in', ids)
      .orderBy('s.machine')
      .execute() as Promise<RequestedState[]>
  for (const until = Date.now() + patience; Date.now() < until; await sleep(50)) {
    const asked = await inScope(db, scope, read)
    if (asked.every(({ state }) => state !== 'asked')) return asked
  }
  return inScope(db, scope, async (trx) => {
    await trx
      .updateTable('supervisor_commands')
      .set({ state: 'expired', finished_at: sql<string>`clock_timestamp()` })
      .where('id', 'in', ids)
      .where('state', '=', 'asked')
      .execute()
    return read(trx)
  })
}

/** Forgets a machine that is gone. */
export async function forgetMachine(trx: Scoped, id: string) {
  const machine = await trx
    .selectFrom('supervisors as s')
    .select(['s.host', isSilent.as('silent')])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!machine) throw notFound()
  if (!machine.silent) throw new Conflict('SUPERVISOR_ALIVE', texts.alive({ machine: machine.host }))
  await trx.deleteFrom('supervisors').where('id', '=', id).execute()
}

export type Interruption = {
  /** `finishing`: what runs is being finished on some machine. `stopped`: no machine takes jobs. */
  kind: 'finishing' | 'stopped'
  /** The workers start again by themselves. */
  restarts: boolean
  machines: { all: number; running: number }
}

/**
 * Whether the queues are interrupted at the moment, and how; nothing where no machine was ever there, unless it was restored from a backup
 * and is held.
 */
export async function interruptionOf(trx: Scoped): Promise<Interruption | null> {
  const machines = await trx
    .selectFrom('supervisors as s')
    .select(['s.state', 's.wanted', isSilent.as('silent')])
    .execute()
  const none = { kind: 'stopped', restarts: false, machines: { all: 0, running: 0 } } as const
  if (machines.length === 0) return (await isHeld(trx)) ? none : null
  const living = machines.filter(({ silent }) => !silent)
  const running = living.filter(({ state }) => state === 'running').length
  const leaving = living.filter(({ state }) => state === 'draining' || state === 'starting')
  if (leaving.length === 0 && running > 0) return null
  return {
    kind: leaving.length > 0 ? 'finishing' : 'stopped',
    restarts: leaving.some(({ wanted }) => wanted === 'running'),
    machines: { all: living.length, running },
  }
}
