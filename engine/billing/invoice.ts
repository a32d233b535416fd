import type { Selectable } from 'kysely'
import type { Tables } from '@weft/kit/database/tables.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Contents } from './compose.server.ts'

type Row = Selectable<Tables['invoices']>
type Said = Pick<Contents, 'seller' | 'recipient' | 'lines' | 'taxes' | 'tax_note' | 'payment'>

/** An invoice as the table holds it, its parts with their types. */
export type Invoice = Omit<Row, keyof Said | 'kind' | 'status' | 'language'> &
  Said & {
    kind: 'invoice' | 'cancellation'
    status: 'draft' | 'issued' | 'cancelled'
    language: Language
    /** Of a cancellation: the number it cancels. */ cancels?: string | null
  }
