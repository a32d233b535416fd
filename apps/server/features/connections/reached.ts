import { openHttp } from '@weft/engine/connections/http.server.ts'
import { tokenOf } from '@weft/engine/connectors/tokens.server.ts'
import type { Connector, Reach } from '@weft/kit/define/connector.ts'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'

type Stored = { id: string; tenant_id: string }

/** How a connection of a tenant gets its access token; undefined where it needs none. The provider is reached as that tenant may. */
export const tokenFor = (
  { db, key, egress }: AppContext<'db' | 'key' | 'egress'>,
  tenant_id: string,
  signing: { connector: Connector; settings: Record<string, unknown>; stored: Stored | undefined },
): Reach['token'] => tokenOf({ db, key, http: openHttp({ egress: egress.of(tenant_id) }), learn: () => {} }, signing)

/** Whose task it is, and where it may go: the process asks, the guard of this tenant stands here. */
export const reachedBy = (
  { egress }: AppContext<'egress'>,
  { tenant_id, token }: { tenant_id: string; token: Reach['token'] },
  ...call: Parameters<typeof isolated>
) => ({
  ...isolated(...call),
  answers: {
    resolve: ({ host, port }: { host: string; port: number }) => egress.of(tenant_id).addresses(host, port),
    ...(token && { token: ({ refused }: { refused?: string }) => token(refused) }),
  },
})
