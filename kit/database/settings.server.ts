import type { z } from 'zod'
import type { MaskedSettings, SettingGroup } from '../define/setting-group.ts'
import { invalidField } from '../errors/common.ts'
import type { Keyring } from '../secrets/keyring.server.ts'
import { sealText } from '../secrets/seal.server.ts'
import { placeIn, sealedColumns } from '../secrets/sealed-columns.ts'
import { inScope, systemScope, type Database, type Scoped } from './connect.server.ts'

type Values<G extends SettingGroup> = z.output<G['schema']>

/** Where a secret of a group lies. */
export const settingPlace = ({ path }: Pick<SettingGroup, 'path'>, name: string) =>
  placeIn(sealedColumns.setting, { key: path }, [name])

/** The values of a group, defaults where nothing was ever set. Secrets are sealed, '' when not set. */
export async function readSettings<G extends SettingGroup>(trx: Scoped, { path, schema }: G): Promise<Values<G>> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', path).executeTakeFirst()
  return { ...schema.parse({}), ...(row?.value as object | undefined) } as Values<G>
}

/** Changes what is given and keeps the rest; a secret that is empty stays as it is. Needs the provider's scope. */
export async function writeSettings<G extends SettingGroup>(
  trx: Scoped,
  group: G,
  changes: Partial<Values<G>>,
  keys: Keyring,
): Promise<Values<G>> {
  const secrets = new Set<string>(group.secrets ?? [])
  const set = Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) =>
      !secrets.has(name)
        ? [[name, value]]
        : value
          ? [[name, sealText(keys, settingPlace(group, name), String(value))]]
          : [],
    ),
  )
  const next = { ...(await readSettings(trx, group)), ...set } as Values<G>
  const wrong = group.refuse?.(next as never)
  if (wrong) throw invalidField(wrong.field, wrong.message)
  const value = JSON.stringify(next)
  await trx
    .insertInto('settings')
    .values({ key: group.path, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date().toISOString() }))
    .execute()
  return next
}

/** The values as an answer shows them: secrets only say whether they are set. */
export const maskedSettings = <G extends SettingGroup>({ secrets = [] }: G, values: Values<G>) =>
  ({
    ...values,
    ...Object.fromEntries(secrets.map((name) => [name, { set: Boolean((values as Record<string, unknown>)[name]) }])),
  }) as MaskedSettings<G>

/** The values for what asks often, such as each request: read again after five seconds. */
export function settingsReader<G extends SettingGroup>(db: Database, group: G): () => Promise<Values<G>> {
  let known: Promise<Values<G>> | undefined
  let until = 0
  return () => {
    if (known && Date.now() < until) return known
    until = Date.now() + 5_000
    known = inScope(db, systemScope, (trx) => readSettings(trx, group))
    known.catch(() => (known = undefined))
    return known
  }
}
