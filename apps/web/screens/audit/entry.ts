import { useTexts } from '@weft/kit/ui/texts.ts'
import { actionTones, entityTexts, entryActions, type EntryAction } from './texts.ts'

/** An entry as lists show it. */
export type AuditEntry = {
  id: string
  at: string
  actor: string
  actor_kind: 'admin' | 'partner' | 'client' | 'system'
  support_access_id: string | null
  address: string
  route: string
  tenant_name: string | null
  action: EntryAction
  entity: string
  entity_id: string | null
  entity_name: string
  status: number | null
}

/** What was done, in the reader's language, and its tone. */
export function useEntryAction() {
  const words = useTexts(entryActions)
  return ({ action, entity }: Pick<AuditEntry, 'action' | 'entity'>) => {
    const name = entity !== 'sessions' ? action : action === 'create' ? 'signed_in' : 'signed_out'
    return { word: name in words ? words[name]() : name, tone: actionTones[name] ?? 'slate' }
  }
}

/** Says what an entry is about: the kind of thing in the reader's language, as far as it has a name. */
export function useEntityName() {
  const words = useTexts(entityTexts)
  return (entity: string) => (entity in words ? words[entity as keyof typeof words]() : entity)
}
