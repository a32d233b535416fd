import { readImport } from '@weft/engine/mapping/import-tasks.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { openComparison } from '@weft/engine/records/records.server.ts'
import type { Structure } from '@weft/engine/records/structure.ts'
import type { ProjectScope } from '@weft/kit/database/connect.server.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import type { AppContext } from '../../context.ts'
import type { Arranged } from './order.ts'

/** So many records are compared; a larger file says so. */
const most = 2_000
const mostReasons = 20
const mostValues = 5

type Refusal = { field?: string | undefined; value: string; reason: string }
type Asked = { structure: Structure; file: string; arranged: Arranged; language: Language; given: Given }

/** What an import would do with the first records of its file. Nothing is written. */
export async function compareImport(
  context: AppContext<'databases' | 'db' | 'files' | 'isolation'>,
  scope: ProjectScope,
  { structure, file, arranged: { model, mode, key }, language, given }: Asked,
) {
  const storage = context.files(scope.tenant_id)
  const { value: read } = await context.isolation.run(
    readImport,
    { model, most, language },
    { ...given, input: () => storage.read(file) },
  )
  const compare = await openComparison(context, scope, { structure_id: structure.id, mode, key })
  const compared = await compare(read.records)
  const count = (verdict: string) => compared.filter((one) => one.verdict === verdict).length
  const refused = [
    ...read.refused,
    ...compared.flatMap(({ verdict, field, value, record, reason }): Refusal[] =>
      verdict === 'refused' && reason
        ? [
            {
              field,
              value: String(value ?? (field === undefined ? undefined : record[field]) ?? '').slice(0, 100),
              reason: say(reason, language),
            },
          ]
        : [],
    ),
  ]
  return {
    ...{ added: count('added'), changed: count('changed'), unchanged: count('unchanged'), refused: refused.length },
    entries: compared.length + read.refused.length,
    complete: read.complete,
    reasons: grouped(refused),
  }
}

/** Refusals by field, the most frequent first; each speaks by its first one. */
function grouped(refused: readonly Refusal[]) {
  const groups = new Map<string, { field: string | null; count: number; reason: string; values: string[] }>()
  for (const { field = null, value, reason } of refused) {
    const key = field ?? reason
    const group = groups.get(key) ?? { field, count: 0, reason, values: [] }
    group.count += 1
    if (value !== '' && group.values.length < mostValues && !group.values.includes(value)) group.values.push(value)
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count).slice(0, mostReasons)
}
