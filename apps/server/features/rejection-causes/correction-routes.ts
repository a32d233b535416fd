import { PassThrough, Readable } from 'node:stream'
import { formats } from '@weft/catalogue/formats/all.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { rejectionCauseContract } from '@weft/contracts/rejection-causes.ts'
import { readRows } from '@weft/engine/models/model-tasks.ts'
import { readMask } from '@weft/engine/runtime/configuration.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { onlyFile } from '../../http/uploads.ts'
import { isolated } from '../../isolated.ts'
import { exportOptions } from '../records/export-options.ts'
import { columnsOf, correctedBy, rowOf } from './corrections.ts'
import { findCause, toMend } from './list.ts'

const texts = defineMessages({
  large: {
    en: 'The file may have at most {megabytes} MB.',
    de: 'Die Datei darf höchstens {megabytes} MB haben.',
  },
  nothing: {
    en: 'No row of the file changes a record that waits here.',
    de: 'Keine Zeile der Datei ändert einen Datensatz, der hier wartet.',
  },
})

/** So many records make a file, and so large one may be that comes back. */
const most = 20_000
const megabytes = 20

/** What waits at a cause, taken out as a file, corrected elsewhere and brought back. */
export const correctionRoutes =
  (context: AppContext<'db' | 'key' | 'isolation' | 'jobs'>): FastifyPluginAsync =>
  async (app) => {
    const { db, key, isolation, jobs } = context
    const on = implementRoutes(app, rejectionCauseContract)

    const waitingAt = (scope: Scope, id: string) =>
      inScope(db, scope, async (trx) => {
        const cause = await findCause(trx, id)
        if (!cause) throw notFound()
        const waiting = (await toMend(trx, id, most)).filter(({ record }) => typeof record['_whole'] !== 'string')
        return { cause, waiting, mask: await readMask(trx, key) }
      })

    on('GET /rejection_causes/:id/export', async ({ scope, params, query, language }, reply) => {
      const { cause, waiting, mask } = await waitingAt(scope, params.id)
      const format = formats.find((one) => one.key === query.format)!
      const columns = columnsOf(waiting.map(({ record }) => record))
      const rows = waiting.map(({ id, record, reason }) =>
        rowOf(mask(record), columns, { id, reason: say(reason, language) }),
      )
      const target = new PassThrough()
      formatBodies[format.key]
        .write(inBatches(rows), exportOptions(format), target)
        .catch((error: Error) => target.destroy(error))
      const name = `rejected-${cause.step}-${cause.id.slice(0, 8)}.${format.extensions[0]}`
      return reply
        .header('content-type', `${format.media_types[0]}${format.key === 'csv' ? '; charset=utf-8' : ''}`)
        .header('content-disposition', `attachment; filename="${name}"`)
        .code(200)
        .send(target)
    })

    on('POST /rejection_causes/:id/import', async (request, reply) => {
      const { scope, params, user } = request
      const { filename, data } = await onlyFile(request, megabytes * 1_000_000)
      if (data.length > megabytes * 1_000_000) throw new Invalid('FILE_TOO_LARGE', texts.large({ megabytes }))
      const { waiting, mask } = await waitingAt(scope, params.id)
      const given = { ...isolated(request, reply), input: async () => Readable.from([data]) }
      const { value } = await isolation.run(readRows, { name: filename, most: most + 1 }, given)
      const { corrected, unknown } = correctedBy(value, waiting, mask)
      if (corrected.length === 0) throw new Invalid('NOTHING_MENDED', texts.nothing())
      const tried = await jobs.retryMended(scope, corrected, user.id)
      const unchanged = value.length - unknown - corrected.length
      return reply.code(202).send({ data: { ...tried, unchanged, unknown } })
    })
  }

async function* inBatches<T>(rows: T[]) {
  for (let at = 0; at < rows.length; at += 1_000) yield rows.slice(at, at + 1_000)
}
