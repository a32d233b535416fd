import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import type { Scope, Scoped } from '@weft/kit/database/connect.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, type sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { looksSecret, shortestSecret } from '@weft/kit/secrets/secret-value.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

const texts = defineMessages({
  short: { en: 'A secret has at least {least} characters.', de: 'Ein Geheimnis hat mindestens {least} Zeichen.' },
  open: {
    en: 'A secret is never shown again, so its value does not become a text. Please enter a new one.',
    de: 'Ein Geheimnis wird nie wieder angezeigt; sein Wert kann deshalb nicht zu einem Text werden. Bitte geben Sie einen neuen ein.',
  },
})

type Column = (typeof sealedColumns)['config_secret' | 'variable_secret']
type Draft = { kind: 'text' | 'secret'; value: string; secret: string }
type Stored = Pick<Draft, 'kind' | 'value'> & { id: string }

/** A table of values, each a text or a secret that is sealed on its way in: what is stored for a draft, for a change, and for clearing one. */
export function secretValuesIn(column: Column, key: Keyring) {
  function sealed({ tenant_id }: Scope, id: string, secret: string) {
    if (secret.length < shortestSecret) throw invalidField('secret', texts.short({ least: shortestSecret }))
    return {
      value: '',
      secret_value: seal(key, placeIn(column, { tenant_id: tenant_id!, id }), secret),
      secret_at: new Date().toISOString(),
    }
  }

  return {
    /** What is stored of a new one, which gets its id here. */
    created(scope: Scope, { secret, ...body }: Draft): Record<string, unknown> {
      const id = randomUUID()
      return { ...body, id, ...(body.kind === 'secret' && sealed(scope, id, secret || body.value)) }
    },
    /** What is stored for a change: the value becomes a secret, stays one, or becomes a text again with a value of its own. */
    changed(scope: Scope, before: Stored, { secret, ...body }: Partial<Draft>): Record<string, unknown> {
      const kind = body.kind ?? before.kind
      if (kind === 'secret') {
        const given = secret || body.value || (before.kind === 'text' ? before.value : '')
        return { ...body, value: '', ...(given !== '' && sealed(scope, before.id, given)) }
      }
      if (before.kind === 'text') return body
      if (!body.value) throw invalidField('value', texts.open())
      return { ...body, secret_value: null, secret_at: null }
    },
    /** The audit log keeps what a text was; once it is a secret, it must not. */
    async scrub(trx: Scoped, before: Stored, after: Record<string, unknown>): Promise<void> {
      if (before.kind === 'text' && after['kind'] === 'secret')
        await sql`select weft_scrub_secret(${column.table}, ${before.id})`.execute(trx)
    },
    /** Takes the value of a secret away; its name stays. */
    async clear(trx: Scoped, id: string): Promise<void> {
      const { numUpdatedRows } = await trx
        .updateTable(column.table)
        .set({ secret_value: null, secret_at: null })
        .where('id', '=', id)
        .where('kind', '=', 'secret')
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw notFound()
    },
  }
}

/** A row of such a table as it is answered: a secret itself is empty. */
export function maskedValue({
  secret_value: _,
  ...row
}: Record<string, unknown>): Record<string, unknown> & { updated_at: string } {
  const { kind, name, value } = row as Draft & { name: string }
  return {
    ...row,
    value: kind === 'secret' ? '' : value,
    secret: '',
    looks_secret: kind === 'text' && looksSecret(name, value),
    updated_at: row['updated_at'] as string,
  }
}
