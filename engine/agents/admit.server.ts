import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { uuidPattern } from '@weft/kit/define/uuid.ts'
import { agentKey, countFailures, secondsToWait } from '@weft/kit/throttle/throttle.server.ts'
import { sql } from 'kysely'
import { hashOf } from './secrets.server.ts'

export type Admitted = { id: string; tenant_id: string; name: string; secret_hash: Buffer }

const shape = new RegExp(`^Bearer (${uuidPattern})\\.([\\w-]{43})$`)
/** One agent that is restarted over and over keeps itself out before it keeps out the others of its network. */
const tries = { own: 10, address: 200 }

/** Which agent it is, or what it is answered. */
export async function admitAgent(
  db: Database,
  authorization: string | undefined,
  address: string,
): Promise<Admitted | { status: 401 | 429 }> {
  const [, id, secret] = shape.exec(authorization ?? '') ?? []
  const counters = [
    { key: agentKey(`${id ?? ''} ${address}`), tries: tries.own },
    { key: agentKey(address), tries: tries.address },
  ]
  return inScope(db, systemScope, async (trx) => {
    if (
      (await secondsToWait(
        trx,
        counters.map(({ key }) => key),
      )) > 0
    )
      return { status: 429 }
    const agent = id && secret ? await known(trx, id, hashOf(secret)) : undefined
    if (agent) return agent
    await countFailures(
      trx,
      counters.map((one) => ({ ...one, tries_minutes: 5, throttle_minutes: 1 })),
    )
    return { status: 401 }
  })
}

const known = (trx: Scoped, id: string, secret_hash: Buffer): Promise<Admitted | undefined> =>
  trx
    .selectFrom('agents')
    .innerJoin('tenants', 'tenants.id', 'agents.tenant_id')
    .select(['agents.id', 'agents.tenant_id', 'agents.name', sql<Buffer>`agents.secret_hash`.as('secret_hash')])
    .where('agents.id', '=', id)
    .where('agents.secret_hash', '=', secret_hash)
    .where('agents.revoked_at', 'is', null)
    .where('tenants.active', '=', true)
    .executeTakeFirst()
