import { keepingOf, type Structure } from '../structure.ts'
import { runChangesName, versionsName } from '../derived-names.ts'
import { quoteIdentifier } from '../sql/quoted.ts'

export const literal = (text: string) =>
  text.includes('\\') ? ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`

/** Every project has a schema of its own in its tenant's database. */
export const projectSchema = (project_id: string) => `p_${project_id.replaceAll('-', '')}`
export const tableOf = (structure: Pick<Structure, 'project_id' | 'table_name'>) =>
  `${quoteIdentifier(projectSchema(structure.project_id))}.${quoteIdentifier(structure.table_name)}`
export const versionsOf = (structure: Pick<Structure, 'project_id' | 'table_name'>) =>
  `${quoteIdentifier(projectSchema(structure.project_id))}.${quoteIdentifier(versionsName(structure.table_name))}`
export const runChangesOf = (structure: Pick<Structure, 'id' | 'project_id'>) =>
  `${quoteIdentifier(projectSchema(structure.project_id))}.${quoteIdentifier(runChangesName(structure.id))}`
/** Where that of a record lies which was replaced. */
export const keptOf = (structure: Structure) =>
  keepingOf(structure) === 'run_changes' ? runChangesOf(structure) : versionsOf(structure)
