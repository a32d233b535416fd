import type { DifferenceAnswer } from '@weft/contracts/integrations.ts'
import { shapesTask, valuesTask } from '@weft/engine/connectors/connector-tasks.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { findStructure } from '@weft/engine/records/structures.server.ts'
import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { identityOf, textOf } from '@weft/kit/define/compare.ts'
import type { DescribedTable } from '@weft/kit/define/connector-session.ts'
import { masked } from '@weft/kit/define/personal.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { shapeOfTable } from '@weft/kit/define/table-shape.ts'
import { shapeDifferences, type Decision } from '@weft/kit/integrations/differences.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { connectingTo } from './connecting.ts'
import { keptIntegration, type KeptTable } from './kept.ts'

type Context = AppContext<'databases' | 'db' | 'isolation' | 'key' | 'ways' | 'files'>
type Evidence = NonNullable<DifferenceAnswer['evidence']>
export type Compared = {
  compared_at: string
  missing_tables: string[]
  differences: DifferenceAnswer[]
  tables: { kept: KeptTable; described: DescribedTable | null }[]
}

const valuesCompared = 500
const rowsShown = 3
/** From so many equal values on two fields are believed to be one. */
const alike = 0.9

/** Asks the source what its tables look like now, and says what is different and what could be done about it. */
export async function compareIntegration(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<Compared> {
  const { db, isolation } = context
  const scope = request.scope as ProjectScope
  const { integration, tables } = await inScope(db, scope, (trx) => keptIntegration(trx, id))
  const { connecting, given } = await connectingTo(context, request, reply, integration.connection_id)
  const names = tables.map(({ name }) => name)
  const { value: described } = await isolation.run(shapesTask, { ...connecting, tables: names }, given)
  const differences: DifferenceAnswer[] = []
  for (const [i, table] of tables.entries()) {
    const now = described[i]
    if (!now) continue
    const read = async (fields: string[]) =>
      (await isolation.run(valuesTask, { ...connecting, table: table.name, fields, most: valuesCompared }, given)).value
        .records
    differences.push(
      ...(await differencesOf(context, scope, { table, now, read, ignoresNew: integration.new_fields === 'ignore' })),
    )
  }
  const compared_at = await inScope(db, scope, async (trx) => {
    for (const [i, { id: table_id }] of tables.entries())
      await trx
        .updateTable('integration_tables')
        .set({ found: described[i] ? JSON.stringify(shapeOfTable(described[i].fields)) : null })
        .where('id', '=', table_id)
        .execute()
    const row = await trx
      .updateTable('integrations')
      .set({ compared_at: sql<string>`clock_timestamp()` })
      .where('id', '=', id)
      .returning('compared_at')
      .executeTakeFirstOrThrow()
    return row.compared_at!
  })
  return {
    compared_at,
    missing_tables: names.filter((_, i) => described[i] === null),
    differences,
    tables: tables.map((kept, i) => ({ kept, described: described[i] ?? null })),
  }
}

type Asked = {
  table: KeptTable
  now: DescribedTable
  read: (fields: string[]) => Promise<DataRecord[]>
  ignoresNew: boolean
}

async function differencesOf(context: Context, scope: ProjectScope, { table, now, read, ignoresNew }: Asked) {
  const found = shapeDifferences(table.shape, shapeOfTable(now.fields))
  const isUsed = (name: string) => table.fields.some((field) => field.name === name && field.treatment !== 'leave_out')
  const renamed = new Map<string, { to: string; evidence: Evidence }>()
  const added = found.filter(({ kind }) => kind === 'added')
  const taken = new Set<string>()
  for (const gone of found) {
    if (gone.kind !== 'gone' || !isUsed(gone.field)) continue
    for (const fresh of added) {
      if (taken.has(fresh.field) || fresh.kind !== 'added' || fresh.after !== gone.before) continue
      const evidence = await evidenceFor(context, scope, { table, now, gone: gone.field, fresh: fresh.field, read })
      if (!evidence || evidence.of === 0 || evidence.same < evidence.of * alike) continue
      renamed.set(gone.field, { to: fresh.field, evidence })
      taken.add(fresh.field)
      break
    }
  }
  return found.flatMap((one): DifferenceAnswer[] => {
    const common = { table: table.name, field: one.field, used: isUsed(one.field), to: null, evidence: null }
    const told = (kind: DifferenceAnswer['kind'], decision: Decision, choices: Decision[], more: object = {}) => [
      {
        id: JSON.stringify([kind, table.name, one.field]),
        kind,
        ...common,
        before: 'before' in one ? one.before : null,
        after: 'after' in one ? one.after : null,
        decision,
        choices,
        ...more,
      },
    ]
    const rename = renamed.get(one.field)
    if (one.kind === 'gone' && rename)
      return told('renamed', 'rename', ['rename', 'keep'], {
        to: rename.to,
        after: one.before,
        evidence: rename.evidence,
      })
    if (one.kind === 'gone') return told('gone', 'keep', ['keep'])
    if (one.kind === 'retyped')
      return told('retyped', common.used ? 'take' : 'ignore', common.used ? ['take', 'ignore'] : ['ignore'])
    if (taken.has(one.field) || ignoresNew) return []
    return told('added', 'take', ['take', 'ignore'])
  })
}

type Pair = { table: KeptTable; now: DescribedTable; gone: string; fresh: string; read: Asked['read'] }

/** How many values of a new field are what the field that is gone had, record by record; nothing where records cannot be told apart. */
async function evidenceFor(
  { db, databases }: Context,
  scope: ProjectScope,
  { table, now, gone, fresh, read }: Pair,
): Promise<Evidence | null> {
  const [key] = now.key
  const keyField = table.fields.find((field) => field.name === key && field.treatment === 'keep')
  const field = table.fields.find((one) => one.name === gone)!
  if (now.key.length !== 1 || !keyField || !table.structure_id || field.treatment !== 'keep') return null
  const structure = await inScope(db, scope, (trx) => findStructure(trx, table.structure_id!))
  const there = await read([key!, fresh])
  const values = there.map((record) => record[key!]).filter((value) => identityOf(value) !== '')
  if (values.length === 0) return null
  const here = await (
    await recordStore(databases, scope.tenant_id)
  ).lookup(structure, {
    field: keyField.stored_as,
    values,
    fields: [field.stored_as],
  })
  const pairs = there.flatMap((record) => {
    const stored = here.get(identityOf(record[key!]))
    return stored ? [{ key: textOf(record[key!]), before: stored[field.stored_as], after: record[fresh] }] : []
  })
  const equal = (pair: (typeof pairs)[number]) => identityOf(pair.before) === identityOf(pair.after)
  const odd = pairs.filter((pair) => !equal(pair))
  // The odd one first: it is the one that could speak against it.
  const shown = [...odd.slice(0, 1), ...pairs.filter(equal)].slice(0, rowsShown)
  const text = (value: unknown) =>
    identityOf(value) === '' ? '' : field.personal ? masked(textOf(value)) : textOf(value).slice(0, 80)
  return {
    same: pairs.length - odd.length,
    of: pairs.length,
    rows: shown
      .toReversed()
      .map((pair) => ({ key: pair.key, before: text(pair.before), after: text(pair.after), equal: equal(pair) })),
  }
}
