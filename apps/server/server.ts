import path from 'node:path'
import { existsSync } from 'node:fs'
import { extensionSettings } from '@weft/catalogue/resources/setting/extensions.ts'
import { requestSettings } from '@weft/catalogue/resources/setting/requests.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { createApp } from '@weft/kit/http/app.server.ts'
import { serveHealth } from '@weft/kit/http/health.server.ts'
import { serveMetrics } from '@weft/kit/http/metrics.server.ts'
import { auditCalls } from './http/audit.ts'
import { guard } from './auth/guard.ts'
import type { AppContext } from './context.ts'
import { answerOnce } from './http/idempotency.ts'
import { noteGuidedSteps } from './features/guided-steps/note.ts'
import { agentDoor } from './features/agents/door.ts'
import { hookRoutes } from './features/hooks/routes.ts'
import { openRoutes } from './features/open/routes.ts'
import { openMediaRoutes } from './features/media/routes.ts'
import { openPictureRoutes } from './features/media/picture-routes.ts'
import { routes } from './features/all.ts'
import { version } from '@weft/kit/version.server.ts'
import { webFiles } from './http/web-files.ts'

const web = path.resolve(import.meta.dirname, '../web/dist')

/** The whole HTTP application, not yet listening: API below /api/admin and /api/app, health, hooks and the web files. */
export async function createServer(context: AppContext) {
  const requests = settingsReader(context.db, requestSettings)
  const perMinute = async () => environment().WEFT_API_PER_MINUTE ?? (await requests()).api_per_minute
  const extensions = settingsReader(context.db, extensionSettings)
  const app = await createApp({
    version,
    logLevel: environment().WEFT_LOG,
    perMinute,
    docs: async () => (await extensions()).api_docs,
  })
  guard(app, context.db)
  auditCalls(app, context.db)
  noteGuidedSteps(app, context.db)
  answerOnce(app, context)
  serveMetrics(app, context.db)
  for (const host of ['admin', 'app'] as const) {
    await app.register(routes(context, host), { prefix: `/api/${host}` })
    await app.register(openRoutes(context), { prefix: `/api/${host}` })
  }
  await app.register(openMediaRoutes(context), { prefix: '/api/app' })
  await app.register(openPictureRoutes(context), { prefix: '/api/app' })
  await app.register(hookRoutes(context))
  await app.register(agentDoor(context))

  app.get('/healthz', { config: { scope: 'public' }, schema: { hide: true } }, () => ({ status: 'ok' }))
  serveHealth(app, context.readiness)
  if (existsSync(web)) await app.register(webFiles(web))
  return app
}
