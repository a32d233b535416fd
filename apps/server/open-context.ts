import { transformers } from '@weft/catalogue/transformers/all.ts'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { tunnelBodies } from '@weft/catalogue/connectors/tunnels.server.ts'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { emailSettings } from '@weft/catalogue/resources/setting/email.ts'
import { queueSettings } from '@weft/catalogue/resources/setting/queues.ts'
import { securitySettings } from '@weft/catalogue/resources/setting/security.ts'
import { openWaysOut } from '@weft/engine/agents/ways-out.server.ts'
import { allowList, openEgress } from '@weft/engine/connections/egress.server.ts'
import { openMailer } from '@weft/engine/connections/mail.server.ts'
import { openTenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { takeOverHistories } from '@weft/engine/history/take-over.server.ts'
import { introduceTransformers } from '@weft/engine/data-sets/formulas/introduced.ts'
import { openIsolation } from '@weft/engine/isolation/isolation.server.ts'
import { openJobs } from '@weft/engine/queue/jobs.server.ts'
import { openReadiness } from '@weft/engine/queue/readiness.server.ts'
import { renderMailTask } from '@weft/engine/mail/text-tasks.ts'
import { knownFormats } from '@weft/engine/models/formats.ts'
import { announceTenant } from '@weft/engine/provisioning/daemon.server.ts'
import type { Provisioning } from '@weft/engine/provisioning/step.server.ts'
import { openFileStore } from '@weft/engine/file-store/open-file-store.server.ts'
import { openStorages } from '@weft/engine/storage/storages.server.ts'
import { openSandbox } from '@weft/engine/runtime/sandbox.server.ts'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { readSettings, settingsReader } from '@weft/kit/database/settings.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { offeredSignIns } from './demo/progress.ts'
import { verifyKeyIn } from '@weft/kit/secrets/key-check.server.ts'
import { program } from '@weft/kit/process/program.server.ts'
import { firstStart } from './first-start.ts'
import { openAnnouncements } from './http/announcements.ts'
import type { AppContext } from './context.ts'

/** Opens every part the routes use. */
export async function openContext({ home, app_url, demo }: { home: string; app_url: string; demo: boolean }) {
  mkdirSync(home, { recursive: true })
  const key = openKeyring(home)
  const fileStore = openFileStore({ ...environment(), WEFT_HOME: home })
  const pool = openPool(app_url, { max: 20, application: 'weft server' })
  await verifyKeyIn(pool, key)
  const db = openDatabase(pool)
  const first = await firstStart(db)
  await takeOverHistories(db, home)
  const { workspace, demo_sign_ins } = await inScope(db, systemScope, async (trx) => ({
    workspace: (
      await trx.selectFrom('settings').select('value').where('key', '=', 'admin_workspace').executeTakeFirst()
    )?.value as string | undefined,
    demo_sign_ins: await offeredSignIns(trx, key),
  }))
  introduceTransformers(transformers)
  const databases = openTenantDatabases(db, key)
  const announcements = openAnnouncements(app_url)
  const jobs = openJobs({ url: app_url, db, jobFiles: fileStore.jobs })
  const egress = openEgress(allowList(db))
  const ways = openWaysOut({ db, key, egress, connectors: { of: connectorOf, bodies: tunnelBodies } })
  const storages = openStorages({ db, key, fileStore, egress })
  const sandbox = openSandbox(path.resolve(import.meta.dirname, '../sandbox/main.ts'))
  const isolation = openIsolation({ entry: program('isolation'), home })
  const mailer = openMailer(
    db,
    key,
    async (owner, { layout: around }, wording, values, layout, language, below) =>
      (
        await isolation.run(
          renderMailTask,
          { mail: { layout: around }, wording, values, layout, language, ...(below && { below }) },
          { owner: `${owner} mails` },
        )
      ).value,
  )
  const security = settingsReader(db, securitySettings)
  const email = settingsReader(db, emailSettings)
  const provisioning: Provisioning = {
    db,
    key,
    home,
    fileStore,
    databases,
    egress,
    queuePresets: async () => (await inScope(db, systemScope, (trx) => readSettings(trx, queueSettings))).presets,
    restartDaemon: (tenant_id) => announceTenant(app_url, tenant_id),
  }
  const sftp = { port: environment().WEFT_SFTP_PORT, listens: false }
  const context: AppContext = {
    db,
    key,
    home,
    fileStore,
    databases,
    jobs,
    security,
    mailWorks: async () => (await email()).host !== '',
    mailer,
    provisioning,
    sftp,
    readiness: openReadiness({
      app_url,
      keys: openKeyring(home),
      needsJobs: environment().WEFT_ROLE !== 'api',
      told: () => ({ sftp: sftp.listens ? ('ok' as const) : ('not_listening' as const) }),
    }),
    formats: knownFormats(formats, formatBodies),
    egress,
    ways,
    storages,
    files: storages.of,
    isolation,
    sandbox,
    announcements,
    demo,
    admin_workspace: workspace ?? 'weft.example',
    demo_sign_ins,
  }
  return {
    context,
    first,
    async close() {
      await announcements.close()
      await jobs.close()
      mailer.close()
      storages.close()
      sandbox.close()
      await isolation.close()
      await ways.close()
      await egress.close()
      await fileStore.close()
      await databases.close()
      await pool.end()
    },
  }
}
