import type { ListRow } from '@weft/kit/contracts/client.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { actionTones, entityTexts, entryActions, type EntryAction } from './texts.ts'

/** An entry as lists show it. */
export type AuditEntry = ListRow<'/audit_logs'>

/** What was done, in the reader's language, and its tone. */
export function useEntryAction() {
  const words = useTexts(entryActions)
  return ({ action, entity }: Pick<AuditEntry, 'action' | 'entity'>) => {
    const name = entity !== 'sessions' ? action : action === 'create' ? 'signed_in' : 'signed_out'
    return isNamed(name) ? { word: words[name](), tone: actionTones[name] } : { word: name, tone: 'slate' as const }
  }
}

const isNamed = (action: string): action is EntryAction => Object.hasOwn(entryActions, action)

/** Says what an entry is about: the kind of thing in the reader's language, as far as it has a name. */
export function useEntityName() {
  const words = useTexts(entityTexts)
  return (entity: string) => (entity in words ? words[entity as keyof typeof words]() : entity)
}
