import { inScope } from '@weft/kit/database/connect.server.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { sealText, unsealText } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

/** The password is kept, encrypted, until the finish page has shown it once. */
export const addSftpUser = defineStep({
  key: 'add_sftp_user',
  failed: { code: 'SFTP_USER_NOT_ADDED', say: texts.sftpUserNotAdded },
  async run({ deps: { db, key }, run_id, tenant_id, draft, own, remember }) {
    const username = own.username ?? `${slug(draft.short || draft.name)}_${tenant_id.slice(-8)}`
    const place = placeIn(sealedColumns.setup_result, { run_id, key: 'add_sftp_user' }, ['secret'])
    const secret = own.secret ?? sealText(key, place, generatePassword())
    await remember({ username, secret })
    const password_hash = await hashPassword(unsealText(key, place, secret))
    await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
      trx
        .insertInto('sftp_users')
        .values({ username, password_hash })
        .onConflict((conflict) => conflict.column('username').doUpdateSet({ password_hash }))
        .execute(),
    )
  },
  async undo({ deps: { db }, tenant_id }) {
    await inScope(db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('sftp_users').execute())
  },
})

const slug = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 20) || 'tenant'
