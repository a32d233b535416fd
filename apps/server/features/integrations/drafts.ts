import type { DraftAnswer } from '@weft/contracts/integrations.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { integrationDraft, type DraftStep } from '@weft/kit/integrations/draft.ts'

/** A draft belongs to the one who makes it: others do not see it. */
export type Owner = { user_id: string }

const columns = ['d.id', 'd.connector', 'd.connection_id', 'd.step', 'd.data', 'd.created_at', 'd.updated_at'] as const

const drafts = (trx: Scoped, { user_id }: Owner) =>
  trx
    .selectFrom('integration_drafts as d')
    .leftJoin('connections as c', 'c.id', 'd.connection_id')
    .select(columns)
    .select('c.label as connection_label')
    .where('d.user_id', '=', user_id)

type Row = Awaited<ReturnType<ReturnType<typeof drafts>['executeTakeFirstOrThrow']>>

/** What an older version has stored is read as far as it is understood. */
const shown = ({ step, data, ...row }: Row) => ({
  ...row,
  step: step as DraftStep,
  data: integrationDraft.catch(integrationDraft.parse({})).parse(data),
})

export const listDrafts = async (trx: Scoped, owner: Owner) =>
  (await drafts(trx, owner).orderBy('d.updated_at', 'desc').limit(50).execute()).map(shown)

/** Throws not found. */
export async function readDraft(trx: Scoped, owner: Owner, id: string): Promise<DraftAnswer> {
  const row = await drafts(trx, owner).select('d.profiles').where('d.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const { profiles, ...draft } = row
  return { ...shown(draft), profiles: profiles as DraftAnswer['profiles'] }
}
