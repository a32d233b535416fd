import type pg from 'pg'
import type { Database } from '@weft/kit/database/connect.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import type { Scratch } from './scratch.server.ts'

/** What giving one tenant something back works with: the installation it is in, and the databases of the backup. */
export type TenantWork = {
  /** Signed in as the owner of the control database. */
  owner: pg.Client
  db: Database
  keys: Keyring
  scratch: Scratch
  tenant_id: string
  name: string
  /** The moment of the backup. */
  made_at: string
  say(line: string): void
}
