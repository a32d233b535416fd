import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import { beatSlots, recoverSlots, type Slot, type SlotHolder } from '../queue/slots.server.ts'
import type { Worker } from './worker-process.server.ts'

/** A slot at work here, and the process it shares with the others of its worker. */
export type SlotAtWork = Slot & { process?: Worker }

/** What another process that is lost still holds elsewhere, such as in the tenant's databases, is ended. */
export type EndSessions = (lost: { tenant_id: string; instances: string[] }) => Promise<void>

/** Says that the slots at work here are alive, and ends those this process has lost. */
export async function beat(pool: pg.Pool, { machine, instance }: SlotHolder, slots: ReadonlyMap<string, SlotAtWork>) {
  const mine = [...slots.values()]
  const kept = await beatSlots(pool, instance)
  for (const slot of mine) {
    if (kept.has(slot.id) || !slots.has(slot.id)) continue
    // This process stood still for so long that another machine took it for dead and goes on with its jobs.
    const { id: queue_id, tenant_id } = slot.queue
    log.warn({ machine, instance, queue_id, tenant_id }, 'taken for dead; another machine has the jobs')
    slot.process?.kill('died')
  }
}

/** Takes back the jobs of processes that are not heard of any more; answers whose queues they are. */
export async function recoverLost(pool: pg.Pool, holder: SlotHolder, endSessions?: EndSessions): Promise<string[]> {
  const lost = await recoverSlots(pool, holder)
  if (lost.length === 0) return []
  log.warn(
    {
      machine: holder.machine,
      lost: [...new Set(lost.map((slot) => slot.instance))],
      jobs: lost.flatMap((slot) => slot.jobs).length,
    },
    'jobs of a lost process come back',
  )
  for (const [tenant_id, held] of Map.groupBy(lost, (slot) => slot.tenant_id))
    void endSessions?.({ tenant_id, instances: held.map((slot) => slot.instance) }).catch((error: unknown) =>
      log.warn({ err: error, tenant_id }, 'sessions of a lost process in a tenant’s database'),
    )
  return lost.map(({ queue_id }) => queue_id)
}
