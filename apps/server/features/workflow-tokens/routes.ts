import { randomBytes, randomUUID } from 'node:crypto'
import { workflowTokenContract } from '@weft/contracts/workflow-tokens.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { etagOf } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, say, type Message } from '@weft/kit/messages/messages.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { hashToken } from '../hooks/hook-tokens.ts'

const texts = defineMessages({
  noWorkflow: {
    en: 'This workflow does not exist in the project.',
    de: 'Diesen Workflow gibt es in diesem Projekt nicht.',
  },
  noAddress: {
    en: 'At least one address is needed: with none, every call would be refused.',
    de: 'Es wird mindestens eine Adresse benötigt: Ohne eine würde jeder Aufruf abgewiesen.',
  },
})

const columns = [
  'id',
  'workflow_id',
  'name',
  'whitelisting_active',
  'whitelist_ips',
  'active',
  'created_at',
  'updated_at',
] as const

/** What a webhook token needs beyond its row: the token itself is made here, shown to who may edit it, and exchanged. */
export const workflowTokenRoutes =
  (context: AppContext<'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const { db, key } = context
    const on = implementRoutes(app, workflowTokenContract)

    on('POST /workflow_tokens', async ({ scope, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        await checkWorkflow(trx, body.workflow_id)
        refuseNoAddress(body)
        const token = freshToken()
        const id = randomUUID()
        const row = await trx
          .insertInto('workflow_tokens')
          .values({
            ...stored(body),
            id,
            token_hash: hashToken(token),
            token: seal(key, tokenPlace(scope, id), token),
          })
          .returning(columns)
          .executeTakeFirstOrThrow()
        return { ...row, ...addressOf(token) }
      })
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /workflow_tokens/:id`, async ({ scope, params, body }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          if (body.workflow_id) await checkWorkflow(trx, body.workflow_id)
          const row = await trx
            .updateTable('workflow_tokens')
            .set({ ...stored(body), updated_at: new Date().toISOString() })
            .where('id', '=', params.id)
            .returning(columns)
            .executeTakeFirst()
          if (!row) throw notFound()
          refuseNoAddress(row)
          return row
        })
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('GET /workflow_tokens/:id/address', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const row = await trx
          .selectFrom('workflow_tokens')
          .select('token')
          .where('id', '=', params.id)
          .executeTakeFirst()
        if (!row) throw notFound()
        return { data: addressOf(unseal(key, tokenPlace(scope, params.id), row.token)) }
      }),
    )

    on('GET /workflow_tokens/:id/refusals', ({ scope, params, language }) =>
      inScope(db, scope, async (trx) => {
        const token = await trx
          .selectFrom('workflow_tokens')
          .select('id')
          .where('id', '=', params.id)
          .executeTakeFirst()
        if (!token) throw notFound()
        const row = await trx
          .selectFrom('token_refusals')
          .select(['count', 'address', 'reason', 'last_at'])
          .where('token_id', '=', params.id)
          .executeTakeFirst()
        return {
          data: row
            ? { ...row, count: Number(row.count), reason: say(row.reason as unknown as Message, language) }
            : null,
        }
      }),
    )

    on('POST /workflow_tokens/:id/exchange', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const token = freshToken()
        const row = await trx
          .updateTable('workflow_tokens')
          .set({ token_hash: hashToken(token), token: seal(key, tokenPlace(scope, params.id), token) })
          .where('id', '=', params.id)
          .returning(columns)
          .executeTakeFirst()
        if (!row) throw notFound()
        return { data: { ...row, ...addressOf(token) } }
      }),
    )
  }

const tokenPlace = ({ tenant_id }: Scope, id: string) =>
  placeIn(sealedColumns.workflow_token, { tenant_id: tenant_id!, id })
const freshToken = () => randomBytes(32).toString('base64url')
/** The list of addresses lies in a jsonb column. */
const stored = <B extends { whitelist_ips?: string[] | undefined }>({ whitelist_ips, ...others }: B) => ({
  ...others,
  ...(whitelist_ips ? { whitelist_ips: JSON.stringify(whitelist_ips) } : {}),
})
const addressOf = (token: string) => ({ token, path: `/hooks/${token}` })

/** Bound to addresses and given none, a token would be open to nobody, which nobody means. */
function refuseNoAddress({
  whitelisting_active,
  whitelist_ips,
}: {
  whitelisting_active: boolean
  whitelist_ips: string[]
}) {
  if (whitelisting_active && whitelist_ips.length === 0) throw invalidField('whitelist_ips', texts.noAddress())
}

async function checkWorkflow(trx: Scoped, id: string) {
  if (!(await trx.selectFrom('workflows').select('id').where('id', '=', id).executeTakeFirst()))
    throw invalidField('workflow_id', texts.noWorkflow())
}
