import type { DefinitionKind } from '@weft/engine/history/kinds.ts'
import { can, type PermissionAction, type Permitted, type Subject } from '@weft/kit/define/permissions.ts'

const subjects: Record<DefinitionKind, Subject> = {
  project: 'projects',
  queue: 'projects',
  connection: 'connections',
  data_structure: 'structures',
  dynamic_model: 'structures',
  mapping: 'workflows',
  function: 'workflows',
  data_set: 'insights',
  insight: 'insights',
  dashboard: 'insights',
  query: 'queries',
  text_template: 'workflows',
  workflow: 'workflows',
}

/** Who may do something with a thing may do it with its versions. Queries are run, not looked at. */
export function mayWith(user: Permitted, kind: DefinitionKind, action: PermissionAction): boolean {
  const subject = subjects[kind]
  return can(user, subject, subject === 'queries' ? 'run' : action)
}
