import { agentContract, type Agent } from '@weft/contracts/agents.ts'
import { silentAfter } from '@weft/engine/agents/line-by-agent.server.ts'
import { codeMinutes, freshCode, hashOfCode } from '@weft/engine/agents/secrets.server.ts'
import { agentChannel } from '@weft/kit/agent/channel.ts'
import { agentVersion, isOlderVersion } from '@weft/kit/agent/version.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  taken: { en: 'There is already an agent of this name.', de: 'Einen Agenten dieses Namens gibt es schon.' },
  most: {
    en: 'There are {most} agents already. Please delete one that is not used any more.',
    de: 'Es gibt bereits {most} Agenten. Bitte löschen Sie einen, der nicht mehr verwendet wird.',
  },
  revoked: {
    en: 'This agent was revoked; please add a new one.',
    de: 'Dieser Agent wurde widerrufen; bitte fügen Sie einen neuen hinzu.',
  },
  used: {
    en: '{count, plural, one {A connection goes} other {# connections go}} through this agent. Please choose another way there first.',
    de: '{count, plural, one {Eine Verbindung läuft} other {# Verbindungen laufen}} über diesen Agenten. Bitte wählen Sie dort zuerst einen anderen Weg.',
  },
})

const most = 50

/** The agents of a tenant. Codes and secrets are made here, told once, and kept by their digest alone. */
export const agentRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, agentContract)

    on('GET /agents', ({ scope }) =>
      inScope(db, scope, async (trx) => ({ data: { version: agentVersion, agents: await readAgents(trx) } })),
    )

    on('POST /agents', async ({ scope, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        const { count } = await trx
          .selectFrom('agents')
          .select(sql<number>`count(*)::int`.as('count'))
          .executeTakeFirstOrThrow()
        if (count >= most) throw new Conflict('TOO_MANY_AGENTS', texts.most({ most }))
        const { code, ...kept } = issueCode()
        const made = await trx
          .insertInto('agents')
          .values({ name: body.name, ...kept, created_by: scope.user_id ?? null })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!made) throw invalidField('name', texts.taken())
        return toldCode(await readAgent(trx, made.id), code)
      })
      return reply.code(201).send({ data })
    })

    on('PUT /agents/:id', ({ scope, params, body }) =>
      inScope(db, scope, async (trx) => {
        await lockAgent(trx, params.id)
        const same = await trx
          .selectFrom('agents')
          .select('id')
          .where('name', '=', body.name)
          .where('id', '!=', params.id)
          .executeTakeFirst()
        if (same) throw invalidField('name', texts.taken())
        await trx.updateTable('agents').set({ name: body.name }).where('id', '=', params.id).execute()
        return { data: await readAgent(trx, params.id) }
      }),
    )

    on('POST /agents/:id/code', async ({ scope, params }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        const { revoked_at } = await lockAgent(trx, params.id)
        if (revoked_at) throw new Conflict('AGENT_REVOKED', texts.revoked())
        const { code, ...kept } = issueCode()
        await trx.updateTable('agents').set(kept).where('id', '=', params.id).execute()
        return toldCode(await readAgent(trx, params.id), code)
      })
      return reply.code(201).send({ data })
    })

    on('POST /agents/:id/revoke', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        await lockAgent(trx, params.id)
        await trx
          .updateTable('agents')
          .set({
            revoked_at: sql<string>`coalesce(revoked_at, clock_timestamp())`,
            secret_hash: null,
            code_hash: null,
            code_expires_at: null,
          })
          .where('id', '=', params.id)
          .execute()
        await sql`select pg_notify(${agentChannel}, ${params.id})`.execute(trx)
        return { data: await readAgent(trx, params.id) }
      }),
    )

    on('DELETE /agents/:id', async ({ scope, params }, reply) => {
      await inScope(db, { level: 'tenant', tenant_id: scope.tenant_id }, async (trx) => {
        await lockAgent(trx, params.id)
        const { connections } = await readAgent(trx, params.id)
        if (connections > 0) throw new Conflict('AGENT_IN_USE', texts.used({ count: connections }))
        await trx.deleteFrom('agents').where('id', '=', params.id).execute()
        await sql`select pg_notify(${agentChannel}, ${params.id})`.execute(trx)
      })
      return reply.code(204).send(null)
    })
  }

function issueCode() {
  const code = freshCode()
  const code_expires_at = new Date(Date.now() + codeMinutes * 60_000).toISOString()
  return { code, code_hash: hashOfCode(code), code_expires_at }
}

const toldCode = (agent: Agent, code: string) => ({ agent, code, expires_at: agent.code_expires_at! })

async function lockAgent(trx: Scoped, id: string) {
  const row = await trx
    .selectFrom('agents')
    .select(['id', 'revoked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function readAgent(trx: Scoped, id: string): Promise<Agent> {
  const [agent] = await readAgents(trx, id)
  if (!agent) throw notFound()
  return agent
}

/** How they are, by name; those that were revoked last. */
async function readAgents(trx: Scoped, id?: string): Promise<Agent[]> {
  const { rows } = await sql<Omit<Agent, 'outdated'>>`
    select a.id, a.name, a.enrolled_at, a.revoked_at, case when a.code_expires_at > now() then a.code_expires_at end as code_expires_at,
      a.created_at, a.updated_at, s.version, s.node, s.system, s.address, coalesce(s.allows, '[]') as allows,
      case when a.revoked_at is not null then 'revoked' when a.enrolled_at is null then 'waiting'
        when s.disconnected_at is null and s.seen_at > now() - ${silentAfter} then 'connected' else 'away' end as state,
      s.connected_at, coalesce(s.disconnected_at, s.seen_at) as seen_at,
      (select count(*)::int from connections c where c.tenant_id = a.tenant_id and c.agent_id = a.id) as connections
    from agents a left join agent_sessions s on s.agent_id = a.id
    where ${id ?? null}::uuid is null or a.id = ${id ?? null}::uuid
    order by a.revoked_at is not null, a.name`.execute(trx)
  return rows.map((row) => ({ ...row, outdated: row.version !== null && isOlderVersion(row.version, agentVersion) }))
}
