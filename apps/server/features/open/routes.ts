import { requestSettings } from '@weft/catalogue/resources/setting/requests.ts'
import { uploadSettings } from '@weft/catalogue/resources/setting/uploads.ts'
import { openContract } from '@weft/contracts/open.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { isAtThisMachine } from '@weft/kit/http/caller-address.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { app_version, version } from '@weft/kit/version.server.ts'
import type { AppContext } from '../../context.ts'

/** What anybody may ask: the version, which workspace is the provider's, in demo mode and at this machine the demo's sign-ins, what a new password must be and whether mails can leave. */
export const openRoutes =
  (
    context: AppContext<'admin_workspace' | 'db' | 'demo' | 'demo_sign_ins' | 'mailWorks' | 'security'>,
  ): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, openContract)
    const requests = settingsReader(context.db, requestSettings)
    const uploads = settingsReader(context.db, uploadSettings)
    const spokenLanguages = () =>
      inScope(context.db, systemScope, async (trx) => {
        const rows = await trx
          .selectFrom('languages')
          .select(['short', 'is_default'])
          .where('interface', '=', true)
          .orderBy('id')
          .execute()
        return {
          offered: rows.map(({ short }) => short),
          default: rows.find(({ is_default }) => is_default)?.short ?? 'de',
        }
      })
    on(
      'GET /',
      async ({ raw }) => {
        const [
          spoken,
          { request_timeout, directory_tree },
          { files, megabytes },
          { password_length, password_letters, password_digits },
          mail,
        ] = await Promise.all([spokenLanguages(), requests(), uploads(), context.security(), context.mailWorks()])
        return {
          data: {
            name: 'Weft',
            version,
            app_version,
            core: app_version < 2 ? 'old' : 'new',
            admin_workspace: context.admin_workspace,
            demo: context.demo && isAtThisMachine(raw) ? context.demo_sign_ins : [],
            languages: spoken,
            limits: { request_timeout, files, megabytes, directory_tree },
            sign_in: { mail, password_length, password_letters, password_digits },
          },
        }
      },
      { prefixTrailingSlash: 'slash' },
    )
  }
