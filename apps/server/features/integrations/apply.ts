import type { DifferenceAnswer } from '@weft/contracts/integrations.ts'
import { applyStructure } from '@weft/engine/records/structures.server.ts'
import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { personalKindOf, suggestedTreatment } from '@weft/kit/define/personal.ts'
import { shapeName, shapeOfTable } from '@weft/kit/define/table-shape.ts'
import type { DescribedTable, FoundField } from '@weft/kit/define/connector-session.ts'
import { fieldNames } from '@weft/kit/define/field-names.ts'
import { mappingDefinition } from '@weft/kit/define/mapping.ts'
import { plainField, type StructureField } from '@weft/kit/define/structure.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden, invalidField } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import type { Decision } from '@weft/kit/integrations/differences.ts'
import { sizedTypeOf, storedType } from '@weft/kit/integrations/suggest.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { draftOf } from '../data-structures/structure-view.ts'
import { structureRow } from '../data-structures/rows.ts'
import { readMapping, refuseWrong } from '../mappings/view.ts'
import { changedText, checkText, readText } from '../workflows/read-text.ts'
import { readSource } from '../workflows/rows.ts'
import { saveWorkflow } from '../workflows/save.ts'
import { compareIntegration } from './compare.ts'
import type { KeptField, KeptTable } from './kept.ts'
import { freeName } from './plan/keys.ts'

const texts = defineMessages({
  moved: {
    en: 'The source has changed again in the meantime. Please look at the differences anew.',
    de: 'Die Quelle hat sich inzwischen erneut geändert. Bitte sehen Sie sich die Unterschiede neu an.',
  },
  gone: {
    en: 'The data structure, the mapping or the step of {table} is not there any more. Please change the workflow itself.',
    de: 'Die Datenstruktur, das Mapping oder der Schritt von {table} ist nicht mehr da. Bitte ändern Sie den Workflow selbst.',
  },
  keyGone: {
    en: '{field} is gone, and it told the records of {table} apart, so nobody can tell any more which of them have vanished. Please take that comparison out of the workflow, or bring the field back at the source.',
    de: '{field} gibt es nicht mehr, und es hat die Datensätze von {table} unterschieden. Daher lässt sich nicht mehr sagen, welche verschwunden sind. Bitte nehmen Sie diesen Vergleich aus dem Workflow, oder stellen Sie das Feld in der Quelle wieder her.',
  },
  choice: { en: 'This cannot be done about it.', de: 'Das lässt sich hier nicht wählen.' },
  followed: { en: 'Follow the source of {label}', de: 'Der Quelle von {label} folgen' },
})

type Context = AppContext<'databases' | 'db' | 'isolation' | 'key' | 'ways' | 'files'>
type Decided = DifferenceAnswer & { decision: Decision }

/**
 * Does what was decided about each difference. What is decided is what the source looks like now: a difference nobody has decided about
 * stands against it. Structures are changed first, as they can only grow or widen, then mapping and workflow in one transaction.
 */
export async function applyDifferences(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  decisions: { id: string; decision: Decision }[],
): Promise<string[]> {
  const { db } = context
  const { user, language } = request
  const scope = request.scope as ProjectScope
  if (!can(user, 'structures', 'update')) throw forbidden()
  const compared = await compareIntegration(context, request, reply, id)
  const decided = compared.differences.map((difference): Decided => {
    const decision = decisions.find((one) => one.id === difference.id)?.decision
    if (!decision) throw new Conflict('SOURCE_MOVED', texts.moved())
    if (!difference.choices.includes(decision)) throw invalidField('decisions', texts.choice())
    return { ...difference, decision }
  })
  const { workflow_id } = await inScope(db, scope, (trx) =>
    trx.selectFrom('integrations').select('workflow_id').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const before = await inScope(db, scope, (trx) => readSource(trx, workflow_id))
  const given = isolated(request, reply)
  const { document } = await readText(context, before.source, given)
  const settings: Record<string, Record<string, unknown>> = {}
  const followed: Followed[] = []
  for (const { kept, described } of compared.tables) {
    const own = decided.filter(({ table }) => table === kept.name)
    if (!described || own.length === 0) continue
    const step = document?.steps.find((one) => one.id === `read_${kept.step}`)
    if (!step || !kept.structure_id || !kept.source_structure_id || !kept.mapping_id)
      throw new Conflict('INTEGRATION_CHANGED', texts.gone({ table: kept.name }))
    const known = await inScope(db, scope, async (trx) => ({
      target: (await structureRow(trx, kept.structure_id!)).fields as StructureField[],
      source: (await structureRow(trx, kept.source_structure_id!)).fields as StructureField[],
      names: (step.settings['names'] ?? {}) as Record<string, string>,
    }))
    const plan = planOf(kept, described, own, known)
    settings[step.id] = readSettings(step.settings, plan)
    const compares = document?.steps.find((one) => one.id === `gone_${kept.step}`)
    if (compares) settings[compares.id] = keySettings(compares.settings, plan, kept.name)
    followed.push({ kept, described, plan })
  }
  for (const { kept, plan } of followed) {
    await growStructure(context, scope, kept.structure_id!, plan.target)
    await growStructure(context, scope, kept.source_structure_id!, plan.source)
  }
  await inScope(db, scope, async (trx) => {
    for (const { kept, plan } of followed) await growMapping(trx, kept.mapping_id!, plan)
  })
  const source = await changedText(context, before.source, { settings }, given)
  const checked = await checkText(context, scope, source, given)
  await inScope(db, scope, async (trx) => {
    await saveWorkflow(trx, {
      id: workflow_id,
      checked,
      basedOn: before.source,
      message: say(texts.followed({ label: before.label }), language),
      user,
      language,
    })
    for (const one of followed) await keepShape(trx, workflow_id, one)
    // A table in which nothing was to decide looks as it did; whoever ignores new fields has decided so.
    for (const { kept, described } of compared.tables)
      if (described && !followed.some((one) => one.kept.id === kept.id))
        await keepShape(trx, workflow_id, { kept, described, plan: { fields: kept.fields } })
  })
  return decided.map(({ id: one }) => one)
}

type Change = (fields: StructureField[]) => StructureField[]
type Plan = {
  fields: KeptField[]
  /** Names at the source that are read from now on, and those that are not any more. */
  reads: string[]
  leaves: string[]
  names: Record<string, string>
  /** What is read by another name from now on. */
  renamed: Map<string, string>
  target: Change
  source: Change
  /** Pairs of a name at the source and one here that belong together from now on. */
  links: { name: string; stored_as: string }[]
}
type Followed = { kept: KeptTable; described: DescribedTable; plan: Plan }

/** What stands there already; an attempt that has failed half-way may have left some of what it wanted. */
type Standing = { target: StructureField[]; source: StructureField[]; names: Readonly<Record<string, string>> }

function planOf(kept: KeptTable, described: DescribedTable, decided: Decided[], known: Standing): Plan {
  const plan: Plan = {
    fields: [...kept.fields],
    reads: [],
    leaves: [],
    names: {},
    renamed: new Map(),
    target: same,
    source: same,
    links: [],
  }
  const grow = (side: 'target' | 'source', change: Change) => {
    const before = plan[side]
    plan[side] = (fields) => change(before(fields))
  }
  const retype = (found: FoundField) => {
    const type = sizedTypeOf(found as never)
    const retyped: Change = (fields) =>
      fields.map((one) => {
        if (one.original_name !== found.name) return one
        const { length: _, precision: __, scale: ___, values: ____, ...rest } = one
        return { ...rest, ...type, ...(found.values && { values: found.values }) }
      })
    plan.fields = plan.fields.map((one) => (one.name === found.name ? { ...one, type } : one))
    grow('target', retyped)
    grow('source', retyped)
  }
  for (const { kind, field, to, decision, used } of decided) {
    if (kind === 'renamed' && decision === 'rename') {
      plan.leaves.push(field)
      plan.reads.push(to!)
      plan.fields = plan.fields.map((one) => (one.name === field ? { ...one, name: to! } : one))
      // The record keeps the name it had, so mapping and structure stay as they are.
      plan.names[to!] = known.names[field] ?? field
      plan.renamed.set(field, to!)
      const renames: Change = (fields) =>
        fields.map((one) => (one.original_name === field ? { ...one, original_name: to! } : one))
      grow('target', renames)
      grow('source', renames)
    } else if (kind === 'gone' || kind === 'renamed') {
      if (used) plan.leaves.push(field)
    } else if (kind === 'added' && decision === 'take') {
      const found = described.fields.find(({ name }) => name === field)!
      const own = kept.fields.find(({ name }) => name === field)
      if (own) {
        // It was gone and is back: what was decided about it then still holds.
        if (own.treatment === 'leave_out') continue
        const read_as = known.source.find((one) => one.original_name === field)?.name ?? field
        plan.reads.push(field)
        if (read_as !== field) plan.names[field] = read_as
        if (own.treatment === 'keep') retype(found)
        continue
      }
      const personal = personalKindOf(field, [])
      const there = known.target.find((one) => one.original_name === field)
      // All names count: also those of the key and the stamp, which no field of the source stands for.
      const stored_as = there?.name ?? freeName(fieldNames([field])[0]!, namesIn(plan, known))
      // What tells of a person does not come in the clear without somebody who has said what for.
      if (personal && suggestedTreatment[personal] !== 'keep') {
        const treatment = 'leave_out'
        plan.fields.push({ name: field, stored_as, type: { type: 'long_text' }, treatment, purpose: '', personal })
        continue
      }
      const type = storedType(sizedTypeOf(found as never), 'keep')
      plan.fields.push({ name: field, stored_as, type, treatment: 'keep', purpose: '', personal: null })
      plan.reads.push(field)
      const read_as = known.source.find((one) => one.original_name === field)?.name ?? stored_as
      if (read_as !== field) plan.names[field] = read_as
      plan.links.push({ name: field, stored_as })
      const fresh = {
        ...plainField,
        original_name: field,
        ...type,
        ...(found.values && { values: found.values }),
        unsigned: Boolean(found.unsigned),
      }
      grow('target', added({ ...fresh, name: stored_as, id: randomUUID() }))
      grow('source', added({ ...fresh, name: read_as, id: randomUUID() }))
    } else if (kind === 'retyped' && decision === 'take') {
      if (kept.fields.find(({ name }) => name === field)?.treatment === 'keep')
        retype(described.fields.find(({ name }) => name === field)!)
    }
  }
  return plan
}

const same: Change = (fields) => fields

const added =
  (field: StructureField): Change =>
  (fields) =>
    fields.some(({ original_name }) => original_name === field.original_name) ? fields : [...fields, field]

const namesIn = ({ fields }: Plan, { target, source }: Standing): string[] => [
  ...fields.map(({ stored_as }) => stored_as),
  ...[...target, ...source].map(({ name }) => name),
]

function readSettings(
  before: Record<string, unknown>,
  { reads, leaves, names, renamed }: Plan,
): Record<string, unknown> {
  const fields = (before['fields'] as string[] | undefined) ?? []
  const known = Object.entries((before['names'] as Record<string, string> | undefined) ?? {})
  const all = { ...Object.fromEntries(known.filter(([name]) => !leaves.includes(name))), ...names }
  const { names: _, cursor_field, read, ...rest } = before
  const cursor = renamed.get(String(cursor_field)) ?? cursor_field
  // Without the field that told what has changed all of it is read.
  const isLost = leaves.includes(String(cursor))
  return {
    ...rest,
    read: isLost ? 'all' : read,
    ...(cursor !== undefined && !isLost && { cursor_field: cursor }),
    fields: [...fields.filter((name) => !leaves.includes(name)), ...reads],
    ...(Object.keys(all).length > 0 && { names: all }),
  }
}

/** Without a field of its key nobody can tell what has vanished: with the rest of it, or none, the wrong records would be taken for it. */
function keySettings(before: Record<string, unknown>, { renamed, leaves }: Plan, table: string) {
  const key = (before['key'] as { source: string; field: string }[]).map(({ source, field }) => ({
    source: renamed.get(source) ?? source,
    field,
  }))
  const lost = key.find(({ source }) => leaves.includes(source))
  if (lost) throw new Conflict('KEY_GONE', texts.keyGone({ field: lost.source, table }))
  return { ...before, key }
}

async function growStructure(context: Context, scope: ProjectScope, id: string, change: Change) {
  if (change === same) return
  const row = await inScope(context.db, scope, (trx) => structureRow(trx, id))
  const before = row.fields as StructureField[]
  const fields = change(before)
  if (isDeepStrictEqual(fields, before)) return
  await applyStructure(context, scope, id, draftOf(row, { fields }), { version: row.version })
}

async function growMapping(trx: Scoped, id: string, { links }: Plan) {
  if (links.length === 0) return
  const { row, definition, source, target } = await readMapping(trx, id)
  const wanted = links.map(({ name, stored_as }) => ({
    id: randomUUID(),
    source_field_id: source.fields.find((field) => field.original_name === name)!.id,
    target_field_id: target.fields.find((field) => field.name === stored_as)!.id,
  }))
  const fresh = wanted.filter(
    (one) => !definition.connections.some(({ target_field_id }) => target_field_id === one.target_field_id),
  )
  if (fresh.length === 0) return
  const changed = mappingDefinition.parse({ ...definition, connections: [...definition.connections, ...fresh] })
  await refuseWrong(trx, {
    definition: changed,
    source_structure_id: row.source_structure_id,
    target_structure_id: row.target_structure_id,
  })
  await trx
    .updateTable('mappings')
    .set({ definition: JSON.stringify(changed), version: row.version + 1 })
    .where('id', '=', id)
    .execute()
}

async function keepShape(
  trx: Scoped,
  workflow_id: string,
  { kept, described, plan }: { kept: KeptTable; described: DescribedTable; plan: { fields: KeptField[] } },
) {
  const shape = JSON.stringify(shapeOfTable(described.fields))
  await trx
    .updateTable('integration_tables')
    .set({ shape, found: null, fields: JSON.stringify(plan.fields) })
    .where('id', '=', kept.id)
    .execute()
  await trx
    .updateTable('states')
    .set({ value: shape, updated_at: sql<string>`clock_timestamp()` })
    .where('workflow_id', '=', workflow_id)
    .where('name', '=', shapeName(`read_${kept.step}`))
    .execute()
}
