import type { Connector } from '@weft/kit/define/connector.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'

/** The connector behind a key; nothing where the installation has none of that name. */
export type ConnectorOf = (key: string) => Connector | undefined

type Place = { id: string; tenant_id: string }
export type StoredSettings = Place & { settings: unknown; secrets: Buffer | null }
type Values = Record<string, unknown>

const isSet = (value: unknown) => value !== undefined && value !== null && value !== ''

/** What a connection is configured with as its columns hold it: secrets apart, sealed, and by name which are set. */
export function sealedSettings(key: Keyring, place: Place, { secrets }: Connector, values: Values) {
  const names = secrets.filter((name) => isSet(values[name]))
  const hidden = Object.fromEntries(names.map((name) => [name, values[name]]))
  return {
    settings: JSON.stringify(
      Object.fromEntries(Object.entries(values).filter(([name]) => !(secrets as readonly string[]).includes(name))),
    ),
    secrets:
      names.length === 0 ? null : seal(key, placeIn(sealedColumns.connection_secrets, place), JSON.stringify(hidden)),
    secrets_set: names as string[],
  }
}

/** What a connector is handed: all it is configured with, secrets included. Never for an answer or a log. */
export const settingsOf = (key: Keyring, connector: Connector, stored: StoredSettings): Values =>
  connector.settings.parse(openedSettings(key, stored))

/** The same as it was stored, which an older version of the connector may have done. */
export function openedSettings(key: Keyring, { id, tenant_id, settings, secrets }: StoredSettings): Values {
  const hidden = secrets && unseal(key, placeIn(sealedColumns.connection_secrets, { id, tenant_id }), secrets)
  return { ...(settings as Values), ...(hidden ? (JSON.parse(hidden) as Values) : {}) }
}
