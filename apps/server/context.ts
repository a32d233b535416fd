import type { SecuritySettings } from '@weft/catalogue/resources/setting/security.ts'
import type { WaysOut } from '@weft/engine/agents/ways-out.server.ts'
import type { TenantEgress } from '@weft/engine/connections/egress.server.ts'
import type { Mailer } from '@weft/engine/connections/mail.server.ts'
import type { TenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import type { FileStore } from '@weft/engine/file-store/file-store.ts'
import type { Isolation } from '@weft/engine/isolation/isolation.server.ts'
import type { Jobs } from '@weft/engine/queue/jobs.server.ts'
import type { Readiness } from '@weft/engine/queue/readiness.server.ts'
import type { KnownFormats } from '@weft/engine/models/formats.ts'
import type { Provisioning } from '@weft/engine/provisioning/step.server.ts'
import type { Storage } from '@weft/engine/storage/storage.ts'
import type { Storages } from '@weft/engine/storage/storages.server.ts'
import type { Database } from '@weft/kit/database/connect.server.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import type { Announcements } from './http/announcements.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

type Parts = {
  db: Database
  /** Encrypts secrets; 32 bytes. */
  key: Keyring
  /** WEFT_HOME: what this machine has for itself, and all files where no bucket has them. */
  home: string
  /** Where tenants' files, the provider's own and those of runs lie. */
  fileStore: FileStore
  databases: TenantDatabases
  /** Accepting, cancelling and running jobs again. */
  jobs: Jobs
  /** What signing in asks for; settings of the installation, read again after five seconds. */
  security: () => Promise<SecuritySettings>
  /** Whether a mail server is set, so that codes and links can arrive. */
  mailWorks: () => Promise<boolean>
  /** Sends what the installation itself writes: codes, invitations, support requests. */
  mailer: Mailer
  /** What the nine steps of a new tenant need. */
  provisioning: Provisioning
  /** Where tenants bring files; the port is known once it listens. */
  sftp: { port: number; listens: boolean }
  /** Whether callers are well here: the database and its key, and, unless this process serves the API alone, that jobs can run. */
  readiness: () => Promise<Readiness<{ sftp: 'ok' | 'not_listening' }>>
  /** Every file format there is. */
  formats: KnownFormats
  /** The files of a tenant. */
  files: (tenant_id: string) => Storage
  /** Where tenants' files lie, and what is open there. */
  storages: Storages
  /** What every connection made for a tenant goes through. */
  egress: TenantEgress
  /** How connections leave: behind the same guard, through an agent or a tunnel. */
  ways: WaysOut
  /** The workspace of the provider's own staff: the part after the at-sign of the first administrator. */
  admin_workspace: string
  /** Where everything is done that touches tenants' bytes and expressions. */
  isolation: Isolation
  /** Where code of plugins runs; its process starts with the first of it. */
  sandbox: StepContext['sandbox']
  /** What is told to all processes. */
  announcements: Announcements
  demo: boolean
  /** Offered in demo mode, on the sign-in page of this machine only; the administrator's is never among them. */
  demo_sign_ins: { email: string; password: string; about: string }[]
}

/**
 * The opened parts routes use; one process has one context. A function names the parts it needs (`AppContext<'db' | 'jobs'>`), so that
 * its reader and its test know them.
 */
export type AppContext<Part extends keyof Parts = keyof Parts> = Pick<Parts, Part>
