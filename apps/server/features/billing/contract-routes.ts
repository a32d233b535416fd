import { billingContractContract } from '@weft/contracts/billing-contracts.ts'
import { billingStorage } from '@weft/engine/billing/file.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { notifyUser } from '../notifications/notify-user.ts'
import {
  addContractDocuments,
  listContractDocuments,
  readContractDocument,
  removeContractDocument,
} from './contract-documents.ts'
import {
  cancelContract,
  changeContract,
  createContract,
  listContracts,
  reactivateContract,
  readContract,
} from './contracts.ts'

const texts = defineMessages({
  told: { en: 'Contract V-{number} was cancelled', de: 'Vertrag V-{number} wurde gekündigt' },
})

/** Contracts: who pays for what from when, notice, and the papers that belong to them. */
export const contractRoutes =
  (context: AppContext<'db' | 'fileStore'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, billingContractContract)
    const { db, fileStore } = context
    const storage = billingStorage(fileStore)

    on('GET /contracts', ({ scope, query }) => inScope(db, scope, (trx) => listContracts(trx, scope, query)))

    on('GET /contracts/:id', ({ scope, params: { id } }) =>
      inScope(db, scope, async (trx) => ({ data: await readContract(trx, scope, id) })),
    )

    on('POST /contracts', async ({ scope, body }, reply) => {
      const data = await inScope(db, scope, (trx) => createContract(trx, scope, body))
      return reply.code(201).send({ data })
    })

    on('PUT /contracts/:id', ({ scope, params: { id }, body }) =>
      inScope(db, scope, async (trx) => ({ data: await changeContract(trx, scope, id, body) })),
    )

    on('POST /contracts/:id/cancel', async ({ scope, user, params: { id }, body }) => {
      const data = await inScope(db, scope, (trx) => cancelContract(trx, scope, id, body))
      if (user.kind !== 'admin') await tellProvider(context, data)
      return { data }
    })

    on('POST /contracts/:id/reactivate', ({ scope, params: { id } }) =>
      inScope(db, scope, async (trx) => ({ data: await reactivateContract(trx, scope, id) })),
    )

    on('GET /contract_documents', ({ scope, query }) => inScope(db, scope, (trx) => listContractDocuments(trx, query)))

    on('POST /contracts/:id/documents', async (request, reply) =>
      reply.code(201).send({ data: await addContractDocuments(context, storage, request, request.params.id) }),
    )

    on('GET /contract_documents/:id/file', async ({ scope, params: { id } }, reply) => {
      const file = await inScope(db, scope, (trx) => readContractDocument(trx, id))
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.file_name)}`)
        .code(200)
        .send(await storage.read(file.path))
    })

    on('DELETE /contract_documents/:id', async (request, reply) => {
      await removeContractDocument(context, storage, request, request.params.id)
      return reply.code(204).send(null)
    })
  }

/** The provider's staff who may see it hear of a notice that a customer has given. */
async function tellProvider(
  { db }: AppContext<'db'>,
  {
    number,
    tenant,
    partner,
    ends_on,
  }: {
    number: number
    tenant: { name: string | null } | null
    partner: { name: string | null } | null
    ends_on: string | null
  },
) {
  const admins = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('users').select('id').where('kind', '=', 'admin').where('active', '=', true).execute(),
  )
  for (const { id } of admins)
    await notifyUser(db, id, {
      level: 'warning',
      title: texts.told({ number: String(number) }),
      message: [tenant?.name, partner?.name, ends_on].filter(Boolean).join(' · '),
      link: '/admin/settings/billing/contracts',
    })
}
