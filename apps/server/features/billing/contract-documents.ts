import { createHash, randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { billingStorage } from '@weft/engine/billing/file.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { forbidden, notFound } from '@weft/kit/errors/common.ts'
import { metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { attachmentLimits, receiveFiles } from '../../http/uploads.ts'
import { lockContract } from './contracts.ts'

type Storage = ReturnType<typeof billingStorage>

/** Keeps the files that come with a request as papers of a contract. */
export async function addContractDocuments(
  context: AppContext<'db'>,
  storage: Storage,
  request: FastifyRequest,
  id: string,
) {
  const { scope, user } = request
  const contract = await inScope(context.db, scope, (trx) => lockContract(trx, id))
  if (scope.level === 'tenant') throw forbidden()
  const files = await receiveFiles(request, storage, {
    folder: `contracts/${id}/${randomUUID()}`,
    limits: await attachmentLimits(context, scope),
    exists: 'number',
  })
  const rows = await Promise.all(
    files.map(async ({ path, size }) => ({
      contract_id: id,
      tenant_id: contract.tenant_id,
      partner_id: contract.partner_id,
      title: posix.parse(path).name,
      file_name: posix.basename(path),
      path,
      size,
      sha256: await hashOf(storage, path),
      uploaded_by: user.email,
    })),
  )
  return inScope(context.db, scope, (trx) =>
    trx
      .insertInto('contract_documents')
      .values(rows)
      .returning(['id', 'title', 'file_name', 'size', 'created_at'])
      .execute(),
  )
}

/** Removes a paper with its file; the file last, so that no row names one that is not there. */
export async function removeContractDocument(
  { db }: AppContext<'db'>,
  storage: Storage,
  { scope }: Pick<FastifyRequest, 'scope'>,
  id: string,
) {
  const { path } = await inScope(db, scope, async (trx) => {
    const found = await readContractDocument(trx, id)
    await trx.deleteFrom('contract_documents').where('id', '=', id).execute()
    return found
  })
  if (await storage.has(path)) await storage.remove(path)
}

export async function readContractDocument(trx: Scoped, id: string) {
  const row = await trx.selectFrom('contract_documents').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export async function listContractDocuments(
  trx: Scoped,
  query: ListQuery & {
    tenant_id?: string | undefined
    partner_id?: string | undefined
    contract_id?: string | undefined
  },
) {
  const { limit, offset } = toLimitOffset(query)
  let all = trx.selectFrom('contract_documents as d').innerJoin('contracts as c', 'c.id', 'd.contract_id')
  for (const column of ['tenant_id', 'partner_id', 'contract_id'] as const)
    if (query[column]) all = all.where(`d.${column}`, '=', query[column])
  if (query.searchTerm) all = all.where('d.file_name', 'ilike', `%${query.searchTerm.replace(/[\\%_]/g, '\\$&')}%`)
  const data = await all
    .select([
      'd.id',
      'd.contract_id',
      'c.number as contract',
      'd.title',
      'd.file_name',
      'd.size',
      'd.sha256',
      'd.uploaded_by',
      'd.created_at',
    ])
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data, meta: metaOf(query, Number(total)) }
}

async function hashOf(storage: Storage, path: string) {
  const hash = createHash('sha256')
  for await (const part of await storage.read(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}
