import { extensionContract } from '@weft/contracts/extensions.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { extensionSettings, projectExtensions } from '@weft/catalogue/resources/setting/extensions.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

/** Which extensions of the installation a project uses. */
export const extensionRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, extensionContract)

    on('GET /project_extensions', ({ scope, language }) =>
      inScope(db, scope, async (trx) => ({ data: await listed(trx, language) })),
    )

    on('PUT /project_extensions/:key', ({ scope, params, body, language }) =>
      inScope(db, scope, async (trx) => {
        if (body.enabled)
          await trx
            .deleteFrom('project_extensions')
            .where('extension', '=', params.key)
            .where('project_id', '=', scope.project_id)
            .execute()
        else
          await trx
            .insertInto('project_extensions')
            .values({ extension: params.key })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        return { data: (await listed(trx, language)).find(({ key }) => key === params.key)! }
      }),
    )
  }

async function listed(trx: Scoped, language: Language) {
  const whole = await readSettings(trx, extensionSettings)
  const without = new Set(
    (await trx.selectFrom('project_extensions').select('extension').execute()).map(({ extension }) => extension),
  )
  return projectExtensions.map((key) => {
    const { label, help } = extensionSettings.labels.fields[key] as {
      label: { en: string; de: string }
      help: { en: string; de: string }
    }
    return {
      key,
      title: label[language],
      description: help[language],
      available: whole[key],
      enabled: whole[key] && !without.has(key),
    }
  })
}
