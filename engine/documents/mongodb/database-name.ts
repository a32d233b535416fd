import { Forbidden } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  foreign: {
    en: 'This document database belongs to another tenant and is not opened.',
    de: 'Diese Dokumentdatenbank gehört einem anderen Mandanten und wird nicht geöffnet.',
  },
})

/**
 * How a tenant's document database is called on a server that keeps databases of several tenants. Made of the whole id, so that no two
 * share one; its login has the same name.
 */
export const documentDatabaseOf = (tenant_id: string) => `weft_d_${tenant_id.replaceAll('-', '').toLowerCase()}`

/** The tenant's own database and no other, whatever a connection says and its login might reach. */
export function ownDatabase({ tenant_id, database }: { tenant_id: string; database: string }): string {
  const own = documentDatabaseOf(tenant_id)
  if (database !== own) throw new Forbidden('DOCUMENT_DATABASE_FOREIGN', texts.foreign())
  return own
}
