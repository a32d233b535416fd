import { environment } from '../env/environment.server.ts'

/**
 * What every session says of itself, so that one whose process is frozen or whose machine is gone lets go of its locks: PostgreSQL ends it
 * when it does nothing inside a transaction for two minutes, when a lock is not had within one, and when the line is dead.
 */
export const sessionLimits = [
  'idle_in_transaction_session_timeout=120s',
  'lock_timeout=60s',
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=60s',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** What a session says that works across tenants for good. */
export const systemSession = '-c weft.level=system -c role=weft_system'

/** How the sessions of this process are told from those of others that do the same: the supervisor's instance comes last. */
export const applicationName = (application: string) =>
  [application, environment().WEFT_INSTANCE].filter(Boolean).join(' ')

/**
 * Ends the sessions of processes that are lost, and with them their locks. `$1` are their instances; needs no more than the same login,
 * which is why the role of a level is laid down first.
 */
export const endSessionsOf = `select case when (select set_config('role', 'none', true)) is not null then pg_terminate_backend(pid) end
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and substring(application_name from '[^ ]+$') = any($1::text[])`
