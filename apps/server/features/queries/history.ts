import type { QueryAnswer } from '@weft/engine/records/store.ts'
import { inScope, type Database, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'

type Asked = { query_id: string | null; name: string; sql: string; parameters: string }
const atOnce = 50

/** Writes down what became of a query in the history of whoever asked it, and answers it. */
export const rememberRun = (db: Database, scope: ProjectScope, asked: Asked, language: Language) => {
  const started = performance.now()
  const started_at = new Date().toISOString()
  return async (running: Promise<QueryAnswer>, signal: AbortSignal): Promise<QueryAnswer> => {
    const remember = (became: Became) =>
      inScope(db, scope, async (trx) => {
        const kept =
          asked.query_id === null
            ? undefined
            : await trx.selectFrom('queries').select('id').where('id', '=', asked.query_id).executeTakeFirst()
        await trx
          .insertInto('query_runs')
          .values({
            ...asked,
            query_id: kept?.id ?? null,
            ...became,
            started_at,
          })
          .execute()
      }).catch(ignore('the history of queries could not be written'))
    try {
      const answer = await running
      await remember({ outcome: 'done', rows: answer.rows.length, more: answer.more, took_ms: answer.took_ms })
      return answer
    } catch (error) {
      const told = error instanceof WeftError ? { error_code: error.code, error: say(error.say, language) } : {}
      const took_ms = Math.round(performance.now() - started)
      await remember({ outcome: signal.aborted ? 'stopped' : 'failed', took_ms, ...told })
      throw error
    }
  }
}

type Became = {
  outcome: 'done' | 'failed' | 'stopped'
  took_ms: number
  rows?: number
  more?: boolean
  error_code?: string
  error?: string
}

/** The latest of one's own, fifty at once; `search` is in the name or the text. */
export async function listRuns(
  trx: Scoped,
  { search, before }: { search: string | undefined; before: string | undefined },
) {
  let found = trx.selectFrom('query_runs').selectAll().orderBy('started_at', 'desc').orderBy('id')
  if (before !== undefined) found = found.where('started_at', '<', before)
  if (search?.trim()) {
    const part = `%${search.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    found = found.where((one) => one.or([one('name', 'ilike', part), one('sql', 'ilike', part)]))
  }
  const rows = await found.limit(atOnce + 1).execute()
  const data = rows.slice(0, atOnce).map(({ tenant_id: _, project_id: __, user_id: ___, ...run }) => run)
  return { data, meta: { more: rows.length > atOnce } }
}
