import type { Structure } from '../structure.ts'
import { versionsName } from '../derived-names.ts'
import { quoted } from '../sql/quoted.ts'

export const literal = (text: string) =>
  text.includes('\\') ? ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`

/** Every project has a schema of its own in its tenant's database. */
export const schemaOf = (project_id: string) => `p_${project_id.replaceAll('-', '')}`
export const tableOf = (structure: Pick<Structure, 'project_id' | 'table_name'>) =>
  `${quoted(schemaOf(structure.project_id))}.${quoted(structure.table_name)}`
export const versionsOf = (structure: Pick<Structure, 'project_id' | 'table_name'>) =>
  `${quoted(schemaOf(structure.project_id))}.${quoted(versionsName(structure.table_name))}`
