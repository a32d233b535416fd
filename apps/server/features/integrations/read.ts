import type { WholeIntegration } from '@weft/contracts/integrations.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import { columns, judged, listedIn, withRuns, type ListedRow } from './listed.ts'

type Row = ListedRow & Omit<WholeIntegration, keyof ListedRow | 'rhythm' | 'rhythm_key'>

/** An integration with its tables; throws not found. */
export async function readIntegration(trx: Scoped, id: string, language: Language): Promise<WholeIntegration> {
  const { rows } = await sql<Row>`
    select ${columns}, p.new_fields, p.first_job_id, p.compared_at,
      (select nullif(trim(concat(u.first_name, ' ', u.last_name)), '') from users u where u.id = p.created_by) as created_by_name,
      (select json_agg(json_build_object('id', t.id, 'name', t.name, 'step', t.step, 'structure_id', t.structure_id, 'mapping_id', t.mapping_id,
          'read', t.read, 'cursor_field', t.cursor_field, 'deletions', t.deletions, 'rows', t.rows, 'structure_label', d.label,
          'fields', (select count(*) from jsonb_array_elements(t.fields) f where f ->> 'treatment' <> 'leave_out'),
          'personal', (select count(*) from jsonb_array_elements(t.fields) f where f ->> 'personal' is not null),
          'held', case when s.value <> 'null' then s.value end) order by t.position)
        from integration_tables t left join data_structures d on d.id = t.structure_id
        left join states s on s.workflow_id = p.workflow_id and s.name = 'gone_' || t.step || '.held'
        where t.integration_id = p.id) as list
    from (${judged}) p ${withRuns} where p.id = ${id}`.execute(trx)
  const [row] = rows
  if (!row) throw notFound()
  return listedIn(row, language)
}
