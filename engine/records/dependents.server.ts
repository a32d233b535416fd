import { sql } from 'kysely'
import type { Scoped } from '@weft/kit/database/connect.server.ts'

/** Something that speaks of a structure and may have to follow its change. */
export type Dependent = {
  kind: 'mapping' | 'workflow' | 'data_set' | 'text_template' | 'dynamic_model' | 'data_structure'
  id: string
  label: string
}

/** Whatever of a project uses a structure. */
export async function findDependents(trx: Scoped, structure_id: string): Promise<Dependent[]> {
  const mentioned = `%${structure_id}%`
  const { rows } = await sql<Dependent>`
    select 'mapping' as kind, id, label from mappings where source_structure_id = ${structure_id} or target_structure_id = ${structure_id} or definition::text like ${mentioned}
    union all select 'workflow', id, label from workflows where source like ${mentioned}
    union all select 'data_set', id, name from data_sets where definition::text like ${mentioned}
    union all select 'text_template', id, label from text_templates where data_structure_id = ${structure_id}
    union all select 'dynamic_model', id, model_name from dynamic_models where data_structure_id = ${structure_id}
    union all select 'data_structure', id, label from data_structures where id <> ${structure_id} and fields::text like ${mentioned}
    order by 1, 3`.execute(trx)
  return rows
}
