import { rest } from '@weft/catalogue/connectors/rest/rest.ts'
import { pluginSettings } from '@weft/catalogue/resources/setting/plugins.ts'
import { tryPlugin } from '@weft/engine/plugins/try.server.ts'
import { inScope, systemScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import type { PluginManifest } from '@weft/kit/define/plugin.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Forbidden, Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { defineMessages, inserted, quotedTexts } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { refuseLost, refuseUsed, usesOfPlugin } from './uses.ts'

const texts = defineMessages({
  newest: { en: 'The newest version is installed already.', de: 'Die neueste Version ist bereits installiert.' },
  absent: { en: 'The plugin is not installed.', de: 'Das Plugin ist nicht installiert.' },
  busy: {
    en: 'The plugin is just being installed or uninstalled.',
    de: 'Das Plugin wird gerade installiert oder deinstalliert.',
  },
  resource: {
    en: 'The connectors of the plugin are not valid: {place}: {problem}',
    de: 'Die Connectoren des Plugins sind nicht gültig: {place}: {problem}',
  },
  distrusted: { en: 'Its publisher is not trusted any more.', de: 'Seinem Herausgeber wird nicht mehr vertraut.' },
})

/** What a kind of connection offers as tables has to be such as connections over HTTP have them. */
function refuseResources({ connectors }: PluginManifest): void {
  for (const { key, resources } of connectors) {
    const { error } = rest.settings.shape.resources.safeParse(resources)
    const [first] = error ? issuePaths(error.issues) : []
    if (first)
      throw new Invalid(
        'PLUGIN_INVALID',
        inserted(texts.resource({ place: `${key}.resources.${first.place}`, problem: '' }), 'problem', first.message),
      )
  }
}

/** Longer than this nothing takes; whoever began has died. */
const abandoned = sql<string>`now() - interval '2 minutes'`

type Archive = { id: string; manifest: PluginManifest; files: Record<string, string>; publisher_key: string }

/** Puts the newest version of a plugin to work: its code is opened and its examples are tried first, and nothing changes where one fails. */
export async function installPlugin(
  { db, sandbox }: AppContext<'db' | 'sandbox'>,
  scope: Scope,
  id: string,
  by: string,
): Promise<void> {
  const before = await claim(db, scope, id, 'installing')
  try {
    if (before.newest_id === before.installed_id) throw new Conflict('PLUGIN_INSTALLED', texts.newest())
    const archive = await inScope(db, scope, (trx) => archiveOf(trx, before.newest_id!))
    const { publishers } = await inScope(db, scope, (trx) => readSettings(trx, pluginSettings))
    if (!publishers.some(({ key }) => key === archive.publisher_key))
      throw new Forbidden('PLUGIN_PUBLISHER_UNKNOWN', texts.distrusted())
    refuseResources(archive.manifest)
    await tryPlugin(archive, sandbox)
    await inScope(db, systemScope, async (trx) => {
      if (before.installed_id)
        refuseLost(
          await usesOfPlugin(trx, {
            id,
            key: before.key,
            manifest: (await archiveOf(trx, before.installed_id)).manifest,
          }),
          archive.manifest,
        )
      await trx
        .updateTable('plugins')
        .set({
          status: 'installed',
          installed_id: archive.id,
          installed_by: by,
          installed_at: sql`now()`,
          error: null,
          label: archive.manifest.label.en,
        })
        .where('id', '=', id)
        .execute()
      await subscribe(trx, id, archive.manifest)
    })
  } catch (error) {
    const message = error instanceof WeftError ? error.say : quotedTexts((error as Error).message)
    const status = before.installed_id
      ? before.newest_id === before.installed_id
        ? 'installed'
        : 'update_available'
      : 'failed'
    await inScope(db, scope, (trx) =>
      trx
        .updateTable('plugins')
        .set({ status, error: JSON.stringify(message) })
        .where('id', '=', id)
        .execute(),
    )
    throw error
  }
}

/** Takes a plugin out of use: its parts are gone from all designers, its code runs no more. What was brought stays, and can be installed again. */
export async function uninstallPlugin({ db }: AppContext<'db'>, scope: Scope, id: string): Promise<void> {
  const before = await claim(db, scope, id, 'uninstalling')
  try {
    if (!before.installed_id) throw new Conflict('PLUGIN_NOT_INSTALLED', texts.absent())
    await inScope(db, systemScope, async (trx) => {
      refuseUsed(
        await usesOfPlugin(trx, {
          id,
          key: before.key,
          manifest: (await archiveOf(trx, before.installed_id!)).manifest,
        }),
      )
      await trx.deleteFrom('plugin_subscriptions').where('plugin_id', '=', id).execute()
      await trx.deleteFrom('plugin_deliveries').where('plugin_id', '=', id).where('status', '=', 'pending').execute()
      await trx.deleteFrom('project_plugins').where('plugin_id', '=', id).execute()
      await trx
        .updateTable('plugins')
        .set({ status: 'available', installed_id: null, installed_by: '', installed_at: null, error: null })
        .where('id', '=', id)
        .execute()
    })
  } catch (error) {
    await inScope(db, scope, (trx) =>
      trx.updateTable('plugins').set({ status: before.status }).where('id', '=', id).execute(),
    )
    throw error
  }
}

/** Says that something is under way, so that nobody else begins. */
const claim = (db: AppContext['db'], scope: Scope, id: string, status: 'installing' | 'uninstalling') =>
  inScope(db, scope, async (trx) => {
    const row = await trx
      .selectFrom('plugins')
      .select(['key', 'status', 'installed_id', 'newest_id', sql<boolean>`updated_at < ${abandoned}`.as('abandoned')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound()
    const busy = row.status === 'installing' || row.status === 'uninstalling'
    if (busy && !row.abandoned) throw new Conflict('PLUGIN_BUSY', texts.busy())
    await trx.updateTable('plugins').set({ status }).where('id', '=', id).execute()
    return { ...row, status: busy ? (row.installed_id ? 'installed' : 'available') : row.status }
  })

const archiveOf = async (trx: Scoped, id: string) =>
  (await trx
    .selectFrom('plugin_archives')
    .select(['id', 'manifest', 'files', 'publisher_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as unknown as Archive

/** Who of this version is told of what, in every project that uses the plugin and for the installation. */
async function subscribe(trx: Scoped, plugin_id: string, { subscribers }: PluginManifest) {
  await trx.deleteFrom('plugin_subscriptions').where('plugin_id', '=', plugin_id).execute()
  const projects = await trx
    .selectFrom('project_plugins')
    .select(['tenant_id', 'project_id'])
    .where('plugin_id', '=', plugin_id)
    .where('enabled', '=', true)
    .execute()
  for (const project of [{ tenant_id: null, project_id: null }, ...projects])
    await subscribeProject(trx, { plugin_id, ...project }, subscribers)
}

type Place = { plugin_id: string; tenant_id: string | null; project_id: string | null }

/** The subscriptions of one project, or those of the installation. */
export async function subscribeProject(trx: Scoped, place: Place, subscribers: PluginManifest['subscribers']) {
  const rows = subscribers.flatMap(({ key, events }) =>
    events
      .filter((event) => (event === 'tenant.created') === (place.project_id === null))
      .map((event) => ({ ...place, subscriber: key, event })),
  )
  if (rows.length > 0)
    await trx
      .insertInto('plugin_subscriptions')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
