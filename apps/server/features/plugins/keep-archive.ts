import type { openArchive } from '@weft/engine/plugins/archive.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { isNewer } from '@weft/kit/define/plugin.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  older: {
    en: 'Version {version} is not newer than {known}, which is here already.',
    de: 'Version {version} ist nicht neuer als {known}, die bereits hier ist.',
  },
})

/** Keeps an archive that was found in order, as the newest of its plugin. */
export async function keepArchive(
  trx: Scoped,
  { manifest, files, publisher, sha256 }: Awaited<ReturnType<typeof openArchive>>,
  more: { file_name: string; uploaded_by: string },
): Promise<string> {
  const { key, label, version } = manifest
  const { id } = await trx
    .insertInto('plugins')
    .values({ key, label: label.en })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const known = await trx
    .selectFrom('plugins as p')
    .leftJoin('plugin_archives as n', 'n.id', 'p.newest_id')
    .select(['p.installed_id', 'p.newest_id', 'n.version'])
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirstOrThrow()
  const { installed_id } = known
  // What nobody has installed may be brought again, as while it is being written.
  const replaces = known.version !== null && known.newest_id !== installed_id && !isNewer(known.version, version)
  if (known.version !== null && !replaces && !isNewer(version, known.version))
    throw new Conflict('PLUGIN_NOT_NEWER', texts.older({ version, known: known.version }))
  const values = {
    manifest: JSON.stringify(manifest),
    files: JSON.stringify(files),
    sha256,
    publisher: publisher.name,
    publisher_key: publisher.key,
    ...more,
  }
  const archive = await trx
    .insertInto('plugin_archives')
    .values({ plugin_id: id, version, ...values })
    .onConflict((conflict) => conflict.columns(['plugin_id', 'version']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('plugins')
    .set({
      newest_id: archive.id,
      status: installed_id ? 'update_available' : 'available',
      error: null,
      ...(!installed_id && { label: label.en }),
    })
    .where('id', '=', id)
    .execute()
  return id
}
