import type { WayOut } from '@weft/engine/connections/egress.server.ts'
import { openHttp } from '@weft/engine/connections/http.server.ts'
import { tokenOf } from '@weft/engine/connectors/tokens.server.ts'
import { inputOf, type StoredFiles } from '@weft/engine/connectors/stored-files.server.ts'
import type { Connector, Reach } from '@weft/kit/define/connector.ts'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'

type Stored = Parameters<AppContext<'ways'>['ways']['of']>[0] & { id: string }

/** How a connection gets its access token, by the way it is reached itself; undefined where it needs none. */
export const tokenFor = (
  { db, key }: AppContext<'db' | 'key'>,
  out: Pick<WayOut, 'agent'>,
  signing: { connector: Connector; settings: Record<string, unknown>; stored: Stored | undefined },
): Reach['token'] => tokenOf({ db, key, http: openHttp({ egress: out }), learn: () => {} }, signing)

/** Whose task it is, and where it may go: the process asks, the way out begins here. */
export const reachedBy = (
  { out, token, files }: { out: Pick<WayOut, 'way'>; token: Reach['token']; files: StoredFiles },
  ...call: Parameters<typeof isolated>
) => ({
  ...isolated(...call),
  input: inputOf(files),
  answers: {
    resolve: ({ host, port }: { host: string; port: number }) => out.way(host, port),
    file: files.stat,
    ...(token && { token: ({ refused }: { refused?: string }) => token(refused) }),
  },
})
