import type pg from 'pg'
import { StartRefused } from '../errors/start-refused.ts'

/** The migrations of which those up to 0140 were written together (docs/decisions/0371). */
const squashed = `
  0001-scope 0002-accounts 0003-provisioning 0004-projects 0005-jobs 0020-upload-limits 0040-running
  0041-slot-jobs 0042-queue-figures 0050-mail-log-times 0060-history 0061-workflow-triggers 0070-provisioning
  0071-tenant-data 0098-setting-groups 0100-enter 0110-turns 0111-job-files 0112-followers 0120-limits 0125-shell
  0126-system-mails 0140-sign-in 0141-session-limits 0155-roles 0156-audit 0157-ways-in 0170-company-data
  0171-countries 0172-partner-profile 0173-retention 0174-media 0175-announcements 0185-mail-recipients
  0199-audited 0200-mails 0201-mail-transports 0202-newsletter 0205-database-moves 0210-partner-places
  0211-number-ranges 0212-account-settings 0213-logos 0215-storages 0220-usage 0221-billing 0230-element-limits
  0231-plugins 0232-extensions 0233-created-tenants 0240-supervisors 0241-bulk-actions 0242-tenant-figures
  0243-languages 0244-audit-retention 0260-corrected-records 0261-queries 0262-structure-library
  0263-support-access 0264-project-image 0290-fleet-order 0294-support-thread 0310-demo-passwords
  0311-idempotency 0312-sftp-addresses 0320-retried-records 0325-job-contents 0330-key-check
  0331-secret-config-values 0335-instances 0336-readiness 0337-setbacks 0340-alerts 0355-retry-claims
  0365-secret-variables 0366-service-accounts 0367-policies-by-role 0370-queue
`
  .trim()
  .split(/\s+/)
  .map((name) => `${name}.sql`)
const togetherIn = '0140-operations.sql'
/** The last revision that has them. */
const lastWithThem = '3f017a37'

/**
 * Notes in a database that ran the squashed migrations that it has what those written together make, which is the same; nothing else is
 * changed. Answers what the database has run. One that stopped in between is refused: an older version has to finish first.
 */
export async function adoptSquashed(client: pg.Client, done: Set<string>, all: string[]): Promise<Set<string>> {
  if (!squashed.some((name) => done.has(name))) return done
  const missing = squashed.filter((name) => !done.has(name))
  if (missing.length > 0)
    throw new StartRefused(
      `This database was last brought up to date by a version of Weft before revision ${lastWithThem}: it lacks ${missing.join(', ')}. Please start Weft once at that revision, and then this version; nothing has been changed.`,
    )
  const together = all.filter((name) => name <= togetherIn)
  await client.query(
    `with gone as (delete from migrations where name = any($1)) insert into migrations (name) select unnest($2::text[])`,
    [squashed, together],
  )
  return new Set([...[...done].filter((name) => !squashed.includes(name)), ...together])
}
