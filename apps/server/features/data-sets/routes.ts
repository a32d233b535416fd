import { dataSetContract } from '@weft/contracts/data-sets.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { PassThrough } from 'node:stream'
import { formats } from '@weft/catalogue/formats/all.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { dataSet } from '@weft/catalogue/resources/data-set/data-set.ts'
import {
  columnsOf,
  findDataSet,
  markDataSet,
  planDataSet,
  previewDataSet,
  readDefinition,
} from '@weft/engine/data-sets/data-sets.server.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { atStage, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { invalidField, invalidQuery } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { createRow, deleteRow, etagOf, readRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { exportOptions } from '../records/export-options.ts'
import type { AppContext } from '../../context.ts'
import { changeDataSet, refuseWrongDataSet } from './change.ts'
import { dataSetGround } from './ground.ts'
import { pipelineConfig } from './pipeline-config.ts'

const texts = defineMessages({
  unknownStage: { en: 'There is no such stage.', de: 'Diese Stufe gibt es nicht.' },
  inUse: { en: 'The data set is still used: {names}.', de: 'Das Datenset wird noch verwendet: {names}.' },
})

/** Data sets: checked when saved, previewed while edited, read page by page, exported, marked. */
export const dataSetRoutes =
  (context: AppContext<'databases' | 'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const ground = dataSetGround(context)
    const on = implementRoutes(app, dataSetContract)
    const definitionOf = (scope: Scope, id: string) =>
      inScope(db, scope, async (trx) => (await findDataSet(trx, id)).definition)

    on('POST /data_sets', async ({ scope, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        await refuseWrongDataSet(trx, body.definition)
        return createRow(trx, dataSet, body)
      })
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /data_sets/:id`, async ({ scope, params, body, headers }, reply) => {
        const data = await inScope(db, scope, (trx) => changeDataSet(trx, params.id, body, headers['if-match']))
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('DELETE /data_sets/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        await readRow(trx, dataSet, params.id)
        const users = await usersOf(trx, params.id)
        if (users.length > 0) throw new Conflict('IN_USE', texts.inUse({ names: users.join(', ') }))
        await deleteRow(trx, dataSet, params.id)
      })
      return reply.code(204).send(null)
    })

    on('POST /data_sets/preview', async ({ scope, body }) => ({
      data: await previewDataSet(ground, scope, askedOf(body), body),
    }))

    on('POST /data_sets/plan', async ({ scope, body }) => ({
      data: await planDataSet(ground, scope, askedOf(body), body.parameters),
    }))

    on('GET /data_pipelines/config', async ({ scope, query: { data_set_id } }) => ({
      data: pipelineConfig(data_set_id === undefined ? undefined : await definitionOf(scope, data_set_id)),
    }))

    on('POST /data_sets/:id/preview', async ({ scope, params, body }) => ({
      data: await previewDataSet(ground, scope, await definitionOf(scope, params.id), body),
    }))

    on('GET /data_sets/:id/columns', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({
        data: (await columnsOf(trx, (await findDataSet(trx, params.id)).definition)).columns,
      })),
    )

    on('GET /data_sets/:id/records', async ({ scope, params, query: { page, perPage, ...parameters } }) => {
      const definition = await definitionOf(scope, params.id)
      refuseUndeclared(definition, parameters)
      const answer = await previewDataSet(ground, scope, definition, {
        parameters,
        limit: perPage,
        offset: (page - 1) * perPage,
      })
      return { data: answer.rows, columns: answer.columns, meta: { page, perPage, more: answer.more } }
    })

    on('GET /data_sets/:id/export', async ({ scope, params, query: { format: key, ...parameters } }, reply) => {
      const { name, definition } = await inScope(db, scope, (trx) => findDataSet(trx, params.id))
      refuseUndeclared(definition, parameters)
      const format = formats.find((one) => one.key === key)!
      const target = new PassThrough()
      formatBodies[format.key]
        .write(readDefinition(ground, scope, definition, parameters), exportOptions(format), target)
        .catch((error: Error) => target.destroy(error))
      return reply
        .header('content-type', `${format.media_types[0]}${format.key === 'csv' ? '; charset=utf-8' : ''}`)
        .header(
          'content-disposition',
          `attachment; filename="${name.replaceAll(/[^\w-]+/g, '-')}.${format.extensions[0]}"`,
        )
        .code(200)
        .send(target)
    })

    on('POST /data_sets/:id/mark', async ({ scope, params, body }) => ({
      data: {
        changed: await markDataSet(ground, scope, await definitionOf(scope, params.id), body.mark, body.parameters),
      },
    }))
  }

/** A definition, or what one of its stages asks. */
function askedOf({ definition, stage }: { definition: DataSetDefinition; stage?: string | undefined }) {
  const asked = stage === undefined ? definition : atStage(definition, stage)
  if (!asked) throw invalidField('stage', texts.unknownStage())
  return asked
}

/** Further keys of the address are parameters of the data set, and nothing else. */
function refuseUndeclared(definition: DataSetDefinition, given: object) {
  const unknown = Object.keys(given).filter(
    (name) => !definition.parameters.some((parameter) => parameter.name === name),
  )
  if (unknown.length > 0) throw invalidQuery({}, unknown)
}

/** Names of the insights, other data sets, workflows and mappings that speak of a data set. */
async function usersOf(trx: Scoped, id: string): Promise<string[]> {
  const insights = await trx
    .selectFrom('insights')
    .select('label')
    .where(sql<string>`definition::text`, 'like', `%${id}%`)
    .execute()
  const workflows = await trx.selectFrom('workflows').select('label').where('source', 'like', `%${id}%`).execute()
  const mappings = await trx
    .selectFrom('mappings')
    .select('label')
    .where((eb) => eb.or([eb('source_data_set_id', '=', id), eb(sql<string>`definition::text`, 'like', `%${id}%`)]))
    .execute()
  const readers = await trx
    .selectFrom('data_sets')
    .select('name as label')
    .where(sql<string>`definition::text`, 'like', `%${id}%`)
    .where('id', '<>', id)
    .execute()
  return [...insights, ...readers, ...workflows, ...mappings].map(({ label }) => label)
}
