import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  notStaff: { en: 'This is nobody of the provider’s staff.', de: 'Diese Person gehört nicht zum Anbieter.' },
  notPartners: { en: 'This is nobody of the partner’s staff.', de: 'Diese Person gehört nicht zum Partner.' },
})

type Responsible = { provider_user_id?: string | null | undefined; responsible_user_id?: string | null | undefined }

/** Whoever is said to be responsible for an account is one of the provider’s people, or one of the partner’s own. */
export async function refuseStrangers(
  trx: Scoped,
  { provider_user_id, responsible_user_id }: Responsible,
  partner_id?: string,
) {
  const users = trx.selectFrom('users').select('id')
  if (
    provider_user_id &&
    !(await users.where('id', '=', provider_user_id).where('kind', '=', 'admin').executeTakeFirst())
  )
    throw invalidField('provider_user_id', texts.notStaff())
  if (
    responsible_user_id &&
    !(await users
      .where('id', '=', responsible_user_id)
      .where('partner_id', '=', partner_id ?? null)
      .executeTakeFirst())
  )
    throw invalidField('responsible_user_id', texts.notPartners())
}

/** Who is responsible, as others may know them. */
export async function personOf(trx: Scoped, id: string | null) {
  return id
    ? trx
        .selectFrom('users')
        .select(['id', 'first_name', 'last_name', 'email', 'phone'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
}
