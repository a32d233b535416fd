import { inScope } from '@weft/kit/database/connect.server.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { decrypt, encrypt } from '@weft/kit/secrets/secrets.server.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

/** The password is kept, encrypted, until the finish page has shown it once. */
export const addSftpUser = defineStep({
  key: 'add_sftp_user',
  failed: { code: 'SFTP_USER_NOT_ADDED', say: texts.sftpUserNotAdded },
  async run({ house: { db, key }, tenant_id, draft, own, remember }) {
    const username = own.username ?? `${slug(draft.short || draft.name)}_${tenant_id.slice(-8)}`
    const secret = own.secret ?? encrypt(key, generatePassword()).toString('base64')
    await remember({ username, secret })
    const password_hash = await hashPassword(decrypt(key, Buffer.from(secret, 'base64')))
    await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
      trx.insertInto('sftp_users').values({ username, password_hash }).onConflict((conflict) => conflict.column('username').doUpdateSet({ password_hash })).execute())
  },
  async undo({ house: { db }, tenant_id }) {
    await inScope(db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('sftp_users').execute())
  },
})

const slug = (text: string) =>
  text.toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 20) || 'tenant'
