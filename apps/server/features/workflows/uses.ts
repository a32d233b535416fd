import { elements } from '@weft/catalogue/elements/all.ts'
import type { WorkflowUses } from '@weft/contracts/workflows.ts'
import { referencesOf } from '@weft/engine/workflow-model/check.ts'
import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { namesOf } from './references.ts'

const catalogue = new Map<string, (typeof elements)[number]>(elements.map((element) => [element.key, element]))

/** What the steps of a workflow point to, by name (null: it does not exist any more), and which of the others call it. */
export async function workflowReferences(
  trx: Scoped,
  { id, document }: Read,
  others: readonly Read[],
): Promise<WorkflowUses> {
  const found = pointers(document)
  const names = new Map<string, string>()
  for (const [kind, group] of Map.groupBy(found, (one) => one.kind))
    for (const [id, name] of await namesOf(trx, kind, [...new Set(group.map((one) => one.id))])) names.set(id, name)
  return {
    uses: found.map((one) => ({ ...one, name: names.get(one.id) ?? null })),
    used_by: others.flatMap((other) =>
      pointers(other.document)
        .filter((one) => one.kind === 'workflow' && one.id === id)
        .map(({ step }) => ({ id: other.id, label: other.label, step })),
    ),
  }
}

/** The workflows in whose text the id stands, anywhere. */
export const namingIt = (trx: Scoped, id: string) =>
  trx
    .selectFrom('workflows')
    .select(['id', 'label', 'source'])
    .where('id', '!=', id)
    .where('source', 'like', `%${id}%`)
    .execute()

type Read = { id: string; label: string; document: WorkflowDocument | undefined }

const pointers = (document: WorkflowDocument | undefined) =>
  (document?.steps ?? []).flatMap((step) =>
    referencesOf(step, catalogue.get(step.element)).map(({ kind, id }) => ({ kind, id, step: step.id })),
  )
