import type { History } from '@weft/engine/history/history.server.ts'
import type { Database } from '@weft/kit/database/connect.server.ts'

/** The opened parts every route may use. One process has one house. */
export type House = {
  db: Database
  /** Encrypts secrets; 32 bytes. */
  key: Buffer
  /** WEFT_HOME: storage, git repositories, spool files. */
  home: string
  /** The git repository of each tenant. */
  history: History
  /** The workspace of the provider's own staff: the part after the at-sign of the first administrator. */
  admin_workspace: string
  demo: boolean
  /** Shown on the sign-in page in demo mode only. */
  demo_sign_ins: { email: string; password: string; about: string }[]
}
