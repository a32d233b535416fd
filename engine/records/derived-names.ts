import { createHash } from 'node:crypto'

/** An index is named after what it is for, so a renamed column or table keeps it. */
export const indexName = (kind: 'unique' | 'index' | 'key', structure_id: string, ...parts: string[]) =>
  `${kind}_${createHash('sha256')
    .update([structure_id, ...parts].join('/'))
    .digest('hex')
    .slice(0, 24)}`

/** What runs have changed in a structure's records, as it was before; named after its id, so a renamed table keeps it. */
export const runChangesName = (structure_id: string) => `_weft_run_changes_${structure_id.replaceAll('-', '')}`

/** Earlier versions of a structure's records; 63 characters are all a name may have. */
export const versionsName = (table_name: string) => `${table_name.slice(0, 53)}__versions`
