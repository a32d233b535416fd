import { inScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { maskerOf, type Mask } from '@weft/kit/secrets/mask.server.ts'
import { unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns, type Place } from '@weft/kit/secrets/sealed-columns.ts'

/** What mappings of a project read by name: its configuration values but for the secrets, and the tenant's variables it has none of. */
export async function readConfiguration(trx: Scoped): Promise<Map<string, string>> {
  const { texts } = await readAll(trx)
  return texts
}

type Sealed = { place: Place; bytes: Buffer }

/** A value of the project goes before one of its tenant, whatever their kinds. */
async function readAll(trx: Scoped): Promise<{ texts: Map<string, string>; secrets: Map<string, Sealed | undefined> }> {
  const columns = ['id', 'tenant_id', 'name', 'kind', 'value', 'secret_value'] as const
  const ofTenant = await trx.selectFrom('variables').select(columns).execute()
  const ofProject = await trx.selectFrom('config_values').select(columns).execute()
  const [texts, secrets] = [new Map<string, string>(), new Map<string, Sealed | undefined>()]
  for (const [rows, column] of [[ofTenant, sealedColumns.variable_secret], [ofProject, sealedColumns.config_secret]] as const)
    for (const { id, tenant_id, name, kind, value, secret_value } of rows) {
      texts.delete(name)
      secrets.delete(name)
      if (kind === 'secret') secrets.set(name, secret_value ? { place: placeIn(column, { tenant_id, id }), bytes: secret_value } : undefined)
      else texts.set(name, value)
    }
  return { texts, secrets }
}

export type Configuration = {
  /** A value by its name, a secret in plain text: for steps of workflows. */
  value(name: string): Promise<string | undefined>
  /** The same without secrets: what a mapping reads goes into records. */
  text(name: string): Promise<string | undefined>
  /** Takes every secret that was read here out of what people read. */
  mask: Mask
}

/** What is configured for a project and its tenant, read again after five seconds. */
export function openConfiguration(db: Database, keys: Keyring, scope: Scope): Configuration {
  const opened = new Set<string>()
  let known: ReturnType<typeof readAll> | undefined
  let until = 0
  const fresh = () => {
    if (!known || Date.now() > until) {
      until = Date.now() + 5_000
      known = inScope(db, scope, readAll)
      known.catch(() => (known = undefined))
    }
    return known
  }
  return {
    text: async (name) => (await fresh()).texts.get(name),
    async value(name) {
      const { texts, secrets } = await fresh()
      if (!secrets.has(name)) return texts.get(name)
      const secret = secrets.get(name)
      if (!secret) return undefined
      const plain = unseal(keys, secret.place, secret.bytes)
      opened.add(plain)
      return plain
    },
    mask: maskerOf(opened),
  }
}
