import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { pluginsIn } from '@weft/engine/plugins/installed.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Connector } from '@weft/kit/define/connector.ts'
import { partKey } from '@weft/kit/define/plugin.ts'

/** The connector a project may use by this key: one of the house, or one over HTTP that a plugin of the project brings. */
export async function connectorFor(trx: Scoped, key: string): Promise<Connector | undefined> {
  if (!key.includes('.')) return connectorOf(key)
  const used = (await pluginsIn(trx)).filter(({ enabled }) => enabled)
  return used.some((plugin) => plugin.manifest.connectors.some((one) => partKey(plugin.key, one.key) === key))
    ? connectorOf(key)
    : undefined
}
