import { inScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { maskerOf, type Mask } from '@weft/kit/secrets/mask.server.ts'
import { unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns, type SecretPlace } from '@weft/kit/secrets/sealed-columns.ts'
import { isDeepStrictEqual } from 'node:util'
import { openedSettings } from '../connectors/stored.server.ts'
import { isObject } from '@weft/kit/define/is-object.ts'

/** What mappings of a project read by name: its configuration values but for the secrets, and the tenant's variables it has none of. */
export async function readConfiguration(trx: Scoped): Promise<Map<string, string>> {
  const { texts } = await readAll(trx)
  return texts
}

type Sealed = { place: SecretPlace; bytes: Buffer }

/** Where secrets of a project lie. A value of the project goes before one of its tenant, whatever their kinds. */
const columns = [sealedColumns.variable_secret, sealedColumns.config_secret] as const

async function readAll(trx: Scoped): Promise<{ texts: Map<string, string>; secrets: Map<string, Sealed | undefined> }> {
  const [texts, secrets] = [new Map<string, string>(), new Map<string, Sealed | undefined>()]
  for (const column of columns) {
    const rows = await trx
      .selectFrom(column.table)
      .select(['id', 'tenant_id', 'name', 'kind', 'value', 'secret_value'])
      .execute()
    for (const { id, tenant_id, name, kind, value, secret_value } of rows) {
      texts.delete(name)
      secrets.delete(name)
      if (kind === 'secret')
        secrets.set(name, secret_value ? { place: placeIn(column, { tenant_id, id }), bytes: secret_value } : undefined)
      else texts.set(name, value)
    }
  }
  return { texts, secrets }
}

export type Configuration = {
  /** A value by its name, a secret in plain text: for steps of workflows. */
  value(name: string): Promise<string | undefined>
  /** The same without secrets: what a mapping reads goes into records. */
  text(name: string): Promise<string | undefined>
  /** A secret alone: what a mapping computes with and never gives. */
  secret(name: string): Promise<string | undefined>
  /** Takes every secret that was read here, or learned elsewhere, out of what people read. */
  mask: Mask
  learn(secret: string, name: string): void
  /** From then on `mask` knows every secret: for runs that go on with what another one was answered. */
  openAll(): Promise<void>
}

/** What a run knows of the secrets it has opened. */
export type Secrets = { mask: Mask; openSecrets: Configuration['openAll'] }

/** What is configured for a project and its tenant, read again after five seconds. */
export function openConfiguration(db: Database, keys: Keyring, scope: Scope): Configuration {
  const opened = new Map<string, string>()
  const open = (name: string, secret: Sealed): string => {
    const plain = unseal(keys, secret.place, secret.bytes)
    opened.set(plain, name)
    return plain
  }
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
    async secret(name) {
      const found = (await fresh()).secrets.get(name)
      return found && open(name, found)
    },
    async value(name) {
      const { texts, secrets } = await fresh()
      if (!secrets.has(name)) return texts.get(name)
      const secret = secrets.get(name)
      return secret && open(name, secret)
    },
    mask: maskerOf(opened),
    learn: (secret, name) => void opened.set(secret, name),
    async openAll() {
      for (const [secret, name] of await inScope(db, scope, (trx) => connectionSecrets(trx, keys)))
        opened.set(secret, name)
      for (const [name, secret] of (await fresh()).secrets) if (secret) ifItOpens(() => open(name, secret))
    },
  }
}

/** Masks what is kept as it was, such as refused records that may be tried again, for people who look at it. */
export async function readMask(trx: Scoped, keys: Keyring): Promise<Mask> {
  const known = await connectionSecrets(trx, keys)
  for (const column of columns) {
    const rows = await trx
      .selectFrom(column.table)
      .select(['id', 'tenant_id', 'name', 'secret_value'])
      .where('secret_value', 'is not', null)
      .execute()
    for (const { id, tenant_id, name, secret_value } of rows)
      ifItOpens(() => known.set(unseal(keys, placeIn(column, { tenant_id, id }), secret_value!), name))
  }
  return maskerOf(known)
}

/** The secrets of the connections a project may use, each with its name. */
async function connectionSecrets(trx: Scoped, keys: Keyring): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  const rows = await trx
    .selectFrom('connections')
    .select(['id', 'tenant_id', 'name', 'settings', 'secrets', 'secrets_set'])
    .where('secrets', 'is not', null)
    .execute()
  for (const row of rows)
    ifItOpens(() => {
      const values = openedSettings(keys, row)
      for (const name of row.secrets_set) known.set(String(values[name]), `${row.name}.${name}`)
    })
  return known
}

/** A secret whose key is gone was sent to nobody by this Weft; what else is there is masked all the same. */
function ifItOpens(open: () => unknown): void {
  try {
    open()
  } catch (error) {
    ignore('a secret that does not open is not looked for')(error)
  }
}

/** What somebody sends back of a value they were shown masked: where they left it as it was, it is what it was. */
export function withoutMask(given: unknown, original: unknown, mask: Mask): unknown {
  if (isDeepStrictEqual(given, mask(original))) return original
  if (Array.isArray(given) && Array.isArray(original)) return given.map((one, i) => withoutMask(one, original[i], mask))
  if (isObject(given) && isObject(original)) {
    // Names of fields may be masked as well.
    const names = new Map(Object.keys(original).map((name) => [mask(name), name]))
    return Object.fromEntries(
      Object.entries(given).map(([key, one]) => [
        names.get(key) ?? key,
        withoutMask(one, original[names.get(key) ?? key], mask),
      ]),
    )
  }
  return given
}
