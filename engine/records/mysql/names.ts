import { quoteIdentifier } from '../sql/quoted.ts'
import { runChangesName } from '../derived-names.ts'
import { keepingOf, type Structure } from '../structure.ts'

/** A text as MySQL reads it in a session whose backslash escapes. */
export const literal = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`

/** Where things are: every project has a database of its own, whose name begins with that of its tenant's. */
export type Names = {
  base: string
  /** How the databases of all projects begin. */
  siblings: string
  database(project_id: string): string
  table(structure: Pick<Structure, 'project_id' | 'table_name'>): string
  /** Earlier versions of a structure's records; named after its id, so a renamed table keeps them. */
  versions(structure: Pick<Structure, 'project_id' | 'id'>): string
  runChanges(structure: Pick<Structure, 'project_id' | 'id'>): string
  /** Where that of a record lies which was replaced. */
  kept(structure: Structure): string
  keptTable(structure: Structure): string
  /** What keeps the records of a project right. */
  own(project_id: string, table: 'structures' | 'writers' | 'batches'): string
}

const versionsTable = ({ id }: Pick<Structure, 'id'>) => `_weft_versions_${id.replaceAll('-', '')}`

const keptTable = (structure: Structure) =>
  keepingOf(structure) === 'run_changes' ? runChangesName(structure.id) : versionsTable(structure)

export function tableNames(base: string): Names {
  const siblings = `${base}_p_`
  const database = (project_id: string) => siblings + project_id.replaceAll('-', '')
  const at = (project_id: string, table: string) => `${quoteIdentifier(database(project_id))}.${quoteIdentifier(table)}`
  return {
    base,
    siblings,
    database,
    table: ({ project_id, table_name }) => at(project_id, table_name),
    versions: (structure) => at(structure.project_id, versionsTable(structure)),
    runChanges: (structure) => at(structure.project_id, runChangesName(structure.id)),
    kept: (structure) => at(structure.project_id, keptTable(structure)),
    keptTable,
    own: (project_id, table) => at(project_id, `_weft_${table}`),
  }
}
