import { recordContract } from '@weft/contracts/records.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { PassThrough } from 'node:stream'
import { formats } from '@weft/catalogue/formats/all.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { findWritten } from '@weft/engine/records/references.server.ts'
import { findStructure } from '@weft/engine/records/structures.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { exportOptions } from './export-options.ts'
import { writtenIn } from './export-language.ts'
import type { AppContext } from '../../context.ts'
import { selectionOf } from '../data-structures/selection.ts'

/** The records of a data structure: list, edit, mark, export. */
export const recordRoutes =
  (context: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, recordContract)
    const of = async (scope: Scope, id: string, find = findStructure) => ({
      structure: await inScope(context.db, scope, (trx) => find(trx, id)),
      store: await recordStore(context.databases, scope.tenant_id!),
    })

    on('GET /data_structures/:id/records', async ({ scope, params, query, signal }) => {
      const { store, structure } = await of(scope, params.id)
      return store.page(structure, { ...selectionOf(query), page: query.page, perPage: query.perPage }, signal)
    })

    on('POST /data_structures/:id/records', async ({ scope, params, body }, reply) => {
      const { store, structure } = await of(scope, params.id, findWritten)
      return reply.code(201).send({ data: await store.add(structure, body) })
    })

    on('POST /data_structures/:id/records/mark', async ({ scope, params, body }) => {
      const { store, structure } = await of(scope, params.id)
      const { conditions: filters, ...rest } = body.selection ?? {}
      return {
        data: {
          changed: body.ids
            ? await store.mark(structure, { mark: body.mark, ids: body.ids })
            : await store.markSelected(structure, body.mark, { filters, ...rest }),
        },
      }
    })

    on('POST /data_structures/:id/records/delete', async ({ scope, params, body }) => {
      const { store, structure } = await of(scope, params.id, findWritten)
      return { data: { changed: await store.remove(structure, body.ids) } }
    })

    on('GET /data_structures/:id/records/export', async ({ scope, params, query }, reply) => {
      const { store, structure } = await of(scope, params.id)
      const format = formats.find(({ key }) => key === query.format)!
      const target = new PassThrough()
      const names = structure.fields.map((field) => field.name)
      const { options, cells } = writtenIn(format.key === 'csv' ? query.language : undefined, structure.fields)
      const rows = onlyFields(store.selected(structure, selectionOf(query)), names)
      formatBodies[format.key]
        .write(cells(rows), exportOptions(format, options), target)
        .catch((error: Error) => target.destroy(error))
      return reply
        .header('content-type', `${format.media_types[0]}${format.key === 'csv' ? '; charset=utf-8' : ''}`)
        .header('content-disposition', `attachment; filename="${structure.table_name}.${format.extensions[0]}"`)
        .code(200)
        .send(target)
    })

    on('GET /data_structures/:id/records/:record', async ({ scope, params }) => {
      const { store, structure } = await of(scope, params.id)
      return { data: await store.one(structure, params.record) }
    })

    on('GET /data_structures/:id/records/:record/versions', async ({ scope, params }) => {
      const { store, structure } = await of(scope, params.id)
      const versions = await store.earlierVersions(structure, params.record)
      return { data: versions.filter(({ operation }) => operation !== 'touch') }
    })

    on('PUT /data_structures/:id/records/:record', async ({ scope, params, body }) => {
      const { store, structure } = await of(scope, params.id, findWritten)
      return { data: await store.change(structure, params.record, body.changes, body.version) }
    })

    on('DELETE /data_structures/:id/records/:record', async ({ scope, params }, reply) => {
      const { store, structure } = await of(scope, params.id, findWritten)
      await store.remove(structure, [params.record])
      return reply.code(204).send(null)
    })
  }

async function* onlyFields(batches: AsyncIterable<Record<string, unknown>[]>, names: string[]) {
  for await (const batch of batches)
    yield batch.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
}
