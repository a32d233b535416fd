import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import type { AppContext } from '../../context.ts'
import { judgeWorkflow } from './read-text.ts'
import { refuseText, refuseWorkflow } from './refuse.ts'
import { setActive } from './save.ts'

/** Whether triggers start a workflow; a published one that has problems is not switched on. */
export async function activateWorkflow(
  context: AppContext<'db' | 'isolation'>,
  scope: Scope,
  id: string,
  active: boolean,
  given: Given,
) {
  const before = await inScope(context.db, scope, (trx) =>
    trx.selectFrom('workflows').select(['source', 'published', 'dataset_type']).where('id', '=', id).executeTakeFirst(),
  )
  if (!before) throw notFound()
  const { dataset_type, ...decidedOn } = before
  const { document, problems } = await judgeWorkflow(context, scope, before, given)
  if (active && before.published) {
    if (!document) refuseText(problems)
    refuseWorkflow(problems)
  }
  await inScope(context.db, scope, (trx) => setActive(trx, { id, active, document, ...decidedOn }))
}
