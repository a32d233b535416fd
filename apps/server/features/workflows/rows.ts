import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'

/** The columns of a workflow but its text. */
const head = [
  'id',
  'project_id',
  'label',
  'class_name',
  'description',
  'icon',
  'logo',
  'queue_id',
  'version',
  'commit',
  'published',
  'active',
  'concurrency_limit',
  'concurrency',
  'immediate',
  'content_identifier',
  'content_type',
  'dataset_type',
  'contact_person',
  'email_recipient',
  'expected_every',
  'expected_records',
  'expected_usual',
  'job_days',
  'failed_job_days',
  'exclude_from_billing',
  'triggers',
  'created_at',
  'updated_at',
] as const

/** A workflow without its text; throws not found. */
export async function readHead(trx: Scoped, id: string) {
  const row = await trx.selectFrom('workflows').select(head).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** A workflow with its text; throws not found. */
export async function readSource(trx: Scoped, id: string) {
  const row = await trx
    .selectFrom('workflows')
    .select([...head, 'source'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
