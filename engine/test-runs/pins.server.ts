import type { DataRecord } from '@weft/kit/define/record.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { uuidOf } from '@weft/kit/define/uuid-of.server.ts'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import type { DocumentFilter } from '../documents/document-store.ts'

/** Records that a step hands out in test runs of one user, instead of asking for them. */
export type Pin = { step: string; exit: string; records: DataRecord[] }
type Whose = { tenant_id: string; project_id: string; workflow_id: string; user_id: string }

/** A pin that nobody has set anew is let go after so many days. */
const days = 30

/** Pins lie in the tenant's document store, beside the records that runs have kept. */
export function openPins(databases: Pick<TenantDatabases, 'documents'>) {
  const own = ({ project_id, workflow_id, user_id }: Whose, step?: string): DocumentFilter => ({
    ...{ project_id, workflow_id },
    conditions: [
      { field: 'user_id', operator: 'equals', value: user_id },
      ...(step === undefined ? [] : [{ field: 'step', operator: 'equals', value: step } as const]),
    ],
  })

  return {
    async list(whose: Whose): Promise<Pin[]> {
      const store = await databases.documents(whose.tenant_id)
      const { documents } = await store.find('pinned_data', { ...own(whose), order: 'oldest' })
      return documents.map(({ document }) => {
        const { step, exit, records } = document as { step: string; exit: string; records: string }
        return { step, exit, records: parseJson(records) as DataRecord[] }
      })
    },
    async set(whose: Whose, { step, exit, records }: Pin): Promise<void> {
      const { tenant_id, project_id, workflow_id, user_id } = whose
      const store = await databases.documents(tenant_id)
      // As text: a document's fields come back in another order.
      const document = { user_id, step, exit, records: JSON.stringify(records) }
      const expires_at = new Date(Date.now() + days * 86_400_000).toISOString()
      // A step has one place, so that whoever pins it anew replaces what was there; once it had another one each time.
      const id = uuidOf(['pin', project_id, workflow_id, user_id, step].join(' '))
      const { documents } = await store.find('pinned_data', { ...own(whose, step), fields: [] })
      await store.put('pinned_data', { id, project_id, workflow_id, expires_at, document })
      const others = documents.flatMap((one) => (one.id === id ? [] : [one.id]))
      if (others.length > 0) await store.remove('pinned_data', { ids: others })
    },
    async remove(whose: Whose, step: string): Promise<void> {
      await (await databases.documents(whose.tenant_id)).remove('pinned_data', own(whose, step))
    },
  }
}
