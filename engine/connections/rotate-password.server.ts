import { inScope, type Database } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { reachServer } from '../provisioning/database-servers/server.server.ts'

const texts = defineMessages({
  foreign: {
    en: 'This database lies on a server that is not registered here. Its password can only be changed there.',
    de: 'Diese Datenbank liegt auf einem Server, der hier nicht registriert ist. Das Passwort lässt sich nur dort ändern.',
  },
})

/**
 * Gives the login of a connection a new password nobody reads. It is noted before the server hears of it, so a process that is killed
 * in between leaves a connection both passwords of which are known; whoever connects meanwhile takes the one that works, and
 * calling this again brings it to an end.
 */
export async function rotatePassword(
  db: Database,
  keys: Keyring,
  { tenant_id, name }: { tenant_id: string; name: string },
): Promise<void> {
  const own = { level: 'tenant', tenant_id } as const
  const connection = await inScope(db, own, async (trx) => {
    const found = await trx
      .selectFrom('tenant_connections')
      .selectAll()
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound()
    if (!found.server_id) throw new Conflict('FOREIGN_SERVER', texts.foreign())
    const new_password =
      found.new_password ??
      seal(keys, placeIn(sealedColumns.connection_new_password, { tenant_id, name }), generatePassword())
    await trx.updateTable('tenant_connections').set({ new_password }).where('id', '=', found.id).execute()
    return { ...found, new_password }
  })
  const fresh = unseal(
    keys,
    placeIn(sealedColumns.connection_new_password, { tenant_id, name }),
    connection.new_password,
  )
  await (
    await reachServer(db, keys, connection.server_id!)
  ).setPassword({ username: connection.username, password: fresh })
  const password = seal(keys, placeIn(sealedColumns.connection_password, { tenant_id, name }), fresh)
  await inScope(db, own, (trx) =>
    trx
      .updateTable('tenant_connections')
      .set({ password, new_password: null })
      .where('id', '=', connection.id)
      .where('new_password', 'is not', null)
      .execute(),
  )
}
