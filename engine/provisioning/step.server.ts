import type { Database } from '@weft/kit/database/connect.server.ts'
import type { QueuePreset } from '@weft/kit/define/queue-presets.ts'
import type { StorageChoice } from '@weft/kit/define/storage.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import type { Egress } from '../connections/egress.server.ts'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import type { FileStore } from '../file-store/file-store.ts'
import type { AccountKind, AccountDraft } from '@weft/kit/define/account-draft.ts'
import type { StepKey } from './texts.ts'

/** What provisioning needs of the rest of the deps. */
export type Provisioning = {
  db: Database
  key: Keyring
  /** WEFT_HOME */
  home: string
  fileStore: FileStore
  databases: TenantDatabases
  egress: Pick<Egress, 'resolve'>
  /** The queues a new tenant starts with, where the provider has set them. */
  queuePresets?(): Promise<QueuePreset[]>
  /** Tells every running dispatcher that a tenant's queues changed and answers who took it up. */
  restartDaemon(tenant_id: string): Promise<{ daemons: string[] }>
}

/** A database as its step has noted it; the password is sealed for the step's row, and again for the connection's. */
export type Login = {
  server_id: string
  engine: 'postgres' | 'mysql' | 'mongodb'
  database: string
  username: string
  secret: string
}

/** What each step leaves for the later ones, for undoing, and for the finish page. */
export type Results = {
  create_database: { login?: Login }
  add_entry: { tenant_id?: string; user_id?: string }
  initialize_documents: { login?: Login }
  create_storage: {
    created?: string
    /** A folder on another server that was not there before. */ made?: boolean
    host_key?: string
    assigned?: boolean
  }
  assign_connections: { relational?: boolean; documents?: boolean }
  add_sftp_user: { username?: string; secret?: string }
  initialize: { collections?: number }
  activate_queues: { queues?: string[] }
  restart_daemon: { daemons?: string[] }
}

export type Stored = Omit<AccountDraft, 'user' | 'storage'> & {
  user: Omit<AccountDraft['user'], 'password'> & { password_hash: string | null }
  storage?: StoredStorage | null
}

/** As it was chosen; the password is sealed for the step's row, and again for the connection's. */
export type StoredStorage = Omit<StorageChoice, 'password'> & { secret: string }

export type Work<K extends StepKey = StepKey> = {
  deps: Provisioning
  run_id: string
  kind: AccountKind
  /** The tenant, or the partner's place: both are called by the id of the account. */
  tenant_id: string
  draft: Stored
  results: Results
  /** What this step has noted so far, in this try or an interrupted one. */
  own: Results[K]
  /** Notes something before or while acting, so that an interrupted step finds its own traces. Visible at once in the browser. */
  remember(more: Results[K]): Promise<void>
}

/** One of the nine. Both verbs may be repeated, from any state an interruption can leave. */
export type ProvisioningStep<K extends StepKey = StepKey> = {
  key: K
  /** What the user reads when it fails for a reason that has no words of its own. */
  failed: { code: string; say: (kind: AccountKind) => Message }
  run(work: Work<K>): Promise<void>
  undo(work: Work<K>): Promise<void>
}

export const defineStep = <const K extends StepKey>(step: ProvisioningStep<K>) => step
