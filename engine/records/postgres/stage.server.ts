import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import type { Structure } from '../structure.ts'
import { mergeSql, raggedSql, stageName } from './merge-sql.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { Staged, Target } from '../writing/driver.ts'

/** Streams lines into the session's staging table. */
export async function stage(client: pg.PoolClient, structure: Structure, { lines, absent, numbered }: Staged) {
  const columns = structure.fields.map((field) => quoteIdentifier(field.name))
  const ragged = typeof absent !== 'string'
  const plain = !ragged && !numbered
  const stream = client.query(
    copyFrom(`copy ${stageName(structure)} (${plain ? columns : [...columns, '_n', '_absent']}) from stdin`),
  )
  let failed: Error | undefined
  stream.on('error', (error) => (failed ??= error))
  for (let at = 0; at < lines.length && !failed; at += 1000) {
    const chunk = lines.slice(at, at + 1000)
    const text = plain
      ? chunk.join('\n')
      : chunk.map((line, i) => `${line}\t${at + i}\t${ragged ? absent[at + i]! : '\\N'}`).join('\n')
    if (!stream.write(`${text}\n`))
      await Promise.race([once(stream, 'drain'), once(stream, 'error')]).catch(heardElsewhere)
  }
  if (failed) throw failed
  await new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve)
    stream.once('error', reject)
    stream.end()
  })
}

/** Brings what is staged into the table. */
export async function merge(client: pg.PoolClient, target: Target, absent: string | string[]) {
  const statements = typeof absent === 'string' ? mergeSql({ ...target, absent }) : raggedSql(target)
  for (const text of statements) await client.query(text, text.includes('$1') ? [target.job_id] : [])
}
