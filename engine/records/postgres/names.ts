import type { Structure } from '../structure.ts'
import { versionsName } from '../derived-names.ts'
import { quoteIdentifier } from '../sql/quoted.ts'

export const literal = (text: string) =>
  text.includes('\\') ? ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`

/** Every project has a schema of its own in its tenant's database. */
export const projectSchema = (project_id: string) => `p_${project_id.replaceAll('-', '')}`
export const tableOf = (structure: Pick<Structure, 'project_id' | 'table_name'>) =>
  `${quoteIdentifier(projectSchema(structure.project_id))}.${quoteIdentifier(structure.table_name)}`
export const versionsOf = (structure: Pick<Structure, 'project_id' | 'table_name'>) =>
  `${quoteIdentifier(projectSchema(structure.project_id))}.${quoteIdentifier(versionsName(structure.table_name))}`
