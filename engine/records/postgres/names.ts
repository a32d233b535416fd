import { createHash } from 'node:crypto'
import type { Structure } from '../structure.ts'

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const literal = (text: string) => (text.includes('\\') ? ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`)

/** Every project has a schema of its own in its tenant's database. */
export const schemaOf = (project_id: string) => `p_${project_id.replaceAll('-', '')}`
export const tableOf = (structure: Pick<Structure, 'project_id' | 'table_name'>) => `${quoted(schemaOf(structure.project_id))}.${quoted(structure.table_name)}`
/** Earlier versions of a structure's records; 63 characters are all a name may have. */
export const versionsName = (table_name: string) => `${table_name.slice(0, 53)}__versions`
export const versionsOf = (structure: Pick<Structure, 'project_id' | 'table_name'>) => `${quoted(schemaOf(structure.project_id))}.${quoted(versionsName(structure.table_name))}`

/** An index is named after what it is for, so a renamed column or table keeps it. */
export const indexName = (kind: 'unique' | 'index' | 'key', structure_id: string, ...parts: string[]) =>
  `${kind}_${createHash('sha256').update([structure_id, ...parts].join('/')).digest('hex').slice(0, 24)}`
