import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { agentDoorContract } from '@weft/contracts/agents.ts'
import { freshSecret, hashOf, hashOfCode } from '@weft/engine/agents/secrets.server.ts'
import { agentChannel } from '@weft/kit/agent/channel.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { Forbidden, NotFound } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { agentKey, countFailures, secondsToWait } from '@weft/kit/throttle/throttle.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { throttled } from '../../auth/login-throttle.ts'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  code: {
    en: 'This code is not good: it was used, has expired, or was mistyped. Ask for a new one where it was shown.',
    de: 'Dieser Code gilt nicht: Er wurde benutzt, ist abgelaufen oder wurde falsch eingegeben. Lassen Sie sich dort, wo er angezeigt wurde, einen neuen geben.',
  },
  unbuilt: {
    en: 'The agent’s file was not built here; npm start does that.',
    de: 'Die Datei des Agenten wurde hier nicht gebaut; npm start tut das.',
  },
})

const program = path.resolve(import.meta.dirname, '../../../agent/dist/weft-agent.mjs')
/** Nobody types a code wrong so often. */
const tries = { tries: 20, tries_minutes: 5, throttle_minutes: 1 }

/** What is at the customer's site before there is an agent: its file, and the code that makes it one. */
export const agentDoor =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, agentDoorContract)

    app.get('/agent/weft-agent.mjs', { config: { scope: 'public' }, schema: { hide: true } as object }, (_, reply) => {
      if (!existsSync(program)) throw new NotFound('NOT_FOUND', texts.unbuilt())
      return reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('content-disposition', 'attachment; filename="weft-agent.mjs"')
        .header('cache-control', 'no-cache')
        .send(createReadStream(program))
    })

    on('POST /agent/enrol', async ({ body, ip }) => {
      const key = agentKey(`enrols ${ip}`)
      const secret = freshSecret()
      const made = await inScope(db, systemScope, async (trx) => {
        const seconds = await secondsToWait(trx, [key])
        if (seconds > 0) throw throttled(seconds)
        const agent = await trx
          .updateTable('agents')
          .set({
            secret_hash: hashOf(secret),
            code_hash: null,
            code_expires_at: null,
            enrolled_at: sql<string>`clock_timestamp()`,
          })
          .where('code_hash', '=', hashOfCode(body.code))
          .where('code_expires_at', '>', sql<string>`now()`)
          .where('revoked_at', 'is', null)
          .where(sql<boolean>`exists (select 1 from tenants t where t.id = agents.tenant_id and t.active)`)
          .returning(['id', 'name'])
          .executeTakeFirst()
        if (!agent) {
          await countFailures(trx, [{ key, ...tries }])
          return undefined
        }
        // Whoever was this agent before is not any more.
        await trx.deleteFrom('agent_sessions').where('agent_id', '=', agent.id).execute()
        await sql`select pg_notify(${agentChannel}, ${agent.id})`.execute(trx)
        return agent
      })
      if (!made) throw new Forbidden('AGENT_CODE', texts.code())
      return { data: { agent_id: made.id, name: made.name, secret } }
    })
  }
