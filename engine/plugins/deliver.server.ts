import { messageOf } from '@weft/kit/errors/caught.ts'
import type pg from 'pg'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import type { Tidings } from '../scheduler/tidings.server.ts'
import { runWhenTold } from '../scheduler/told-interval.ts'
import { backoff } from '../runtime/attempt.server.ts'
import { doorOf, secretsOf, type RunningPlugin } from './code.server.ts'
import { pluginsIn, runningPlugins } from './installed.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

type Delivery = {
  id: string
  plugin_id: string
  subscriber: string
  event: string
  tenant_id: string | null
  project_id: string | null
  payload: unknown
  tries: number
  created_at: string
}

/** A delivery whose process died is taken again after this long. */
const lease = '2 minutes'
const mostTries = 8
const keptDays = 30
const tidyEvery = 3_600_000
const limits = { memory_mb: 64, timeout_ms: 30_000 }

type Parts = { pool: pg.Pool; db: Database; key: Keyring; sandbox: StepContext['sandbox']; http: StepContext['http'] }

/** Tells subscribers of plugins what has happened. Any number of machines may do it; what fails is tried again, and at least once it is told. */
export function startPluginDeliveries(parts: Parts & { tidings: Pick<Tidings, 'of'> }, { every_ms = 1_000 } = {}) {
  let tidied = 0
  let stopped = false
  const told = { every_ms, table: 'plugin_deliveries', tidings: parts.tidings }
  const clock = runWhenTold('plugin deliveries', told, async () => {
    for (let next = await claim(parts.pool); next; next = stopped ? undefined : await claim(parts.pool))
      await deliver(parts, next)
    if (stopped || Date.now() - tidied < tidyEvery) return
    tidied = Date.now()
    await parts.pool.query(
      `delete from plugin_deliveries where status <> 'pending' and created_at < now() - interval '${keptDays} days'`,
    )
  })
  return {
    stop() {
      stopped = true
      return clock.stop()
    },
  }
}

/** The next that is due. One at a time: those behind one that takes long would be taken again by somebody else before it is their turn. */
async function claim(pool: pg.Pool): Promise<Delivery | undefined> {
  const { rows } = await pool.query<Delivery>(
    `update plugin_deliveries set tries = tries + 1, next_at = now() + interval '${lease}'
     where id in (select d.id from plugin_deliveries d where d.status = 'pending' and d.next_at <= now() and weft_extension('plugins')
       and not exists (select from project_extensions p where p.project_id = d.project_id and p.extension = 'plugins') order by d.next_at limit 1 for update skip locked)
     returning id, plugin_id, subscriber, event, tenant_id, project_id, payload, tries, created_at`,
  )
  return rows[0]
}

async function deliver(parts: Parts, delivery: Delivery): Promise<void> {
  const said: { level: string; message: string }[] = []
  try {
    const plugin = await pluginOf(parts, delivery)
    const subscriber = plugin?.manifest.subscribers.find(({ key }) => key === delivery.subscriber)
    if (plugin && subscriber)
      await tell(
        parts,
        plugin,
        subscriber.code,
        delivery,
        (level, message) => said.length < 50 && said.push({ level, message }),
      )
    await parts.pool.query(
      `update plugin_deliveries set status = 'delivered', delivered_at = clock_timestamp(), error = null, log = $2 where id = $1`,
      [delivery.id, JSON.stringify(said)],
    )
  } catch (error) {
    const message: Message = error instanceof WeftError ? error.say : quotedTexts(messageOf(error))
    const again = delivery.tries < mostTries ? new Date(Date.now() + backoff(delivery.tries - 1)).toISOString() : null
    await parts.pool.query(
      `update plugin_deliveries set status = case when $2::timestamptz is null then 'failed' else 'pending' end, next_at = coalesce($2::timestamptz, next_at), error = $3, log = $4 where id = $1`,
      [delivery.id, again, JSON.stringify(message), JSON.stringify(said)],
    )
  }
}

/** The plugin with the settings of the project the event is of; nothing where it is gone or not used there any more. */
async function pluginOf(
  { db, key }: Parts,
  { plugin_id, tenant_id, project_id }: Delivery,
): Promise<RunningPlugin | undefined> {
  const scope = tenant_id && project_id ? ({ level: 'tenant', tenant_id, project_id } as const) : systemScope
  const found = (await inScope(db, scope, pluginsIn)).find(
    ({ id, enabled }) => id === plugin_id && (enabled || !project_id),
  )
  return found && (await runningPlugins(db, scope, key, [found]))[0]
}

async function tell(
  { sandbox, http }: Parts,
  plugin: RunningPlugin,
  entry: string,
  { id, event, tenant_id, project_id, payload, created_at, tries }: Delivery,
  log: (level: string, message: string) => unknown,
) {
  const { mask, withoutSecrets } = secretsOf(plugin)
  const program = await sandbox.openFiles({
    files: plugin.files,
    entry,
    ...limits,
    ask: doorOf(plugin, { http }, { log: (level, message) => log(level, mask(message)) }),
  })
  try {
    await program
      .call(
        { id, event, at: created_at, tenant_id, project_id, data: payload, attempt: tries },
        { settings: plugin.settings },
      )
      .catch(withoutSecrets)
  } finally {
    await program.close()
  }
}
