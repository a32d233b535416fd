import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { isMandatory, isNested, isTextual, isUnique, keepingOf, type Structure } from '../structure.ts'
import { planTexts as texts, type Finding, type PlannedChange, type TablePlan } from '../table-plan.ts'
import { columnSql, columnType, defaultSql, hashedFields, hashSql } from './columns.ts'
import { conversionOf } from './conversion.ts'
import { traceSql, type Queryable } from './house.server.ts'
import { keptOf, literal, projectSchema, runChangesOf, tableOf, versionsOf } from './names.ts'
import { indexName, runChangesName, versionsName } from '../derived-names.ts'
import { quoteIdentifier } from '../sql/quoted.ts'

/** Plans the way from the table as it is (`current`; undefined where there is none) to the wanted structure. Changes nothing. */
export async function planChange(
  client: Queryable,
  current: Structure | undefined,
  next: Structure,
): Promise<TablePlan> {
  if (!current) return planCreation(next)
  const rows = await countRows(client, current)
  const plan: TablePlan = { rows, changes: [], losses: [], obstacles: [] }
  const change = (
    kind: PlannedChange['kind'],
    statement: string,
    text: Message,
    { field, touches = 0 }: { field?: string; touches?: number } = {},
  ) => plan.changes.push({ kind, statement, text, rows: touches, ...(field === undefined ? {} : { field }) })
  const table = tableOf(next)
  const before = new Map(current.fields.map((field) => [field.id, field]))
  const after = new Map(next.fields.map((field) => [field.id, field]))
  const kept = next.fields
    .filter((field) => before.has(field.id))
    .map((field) => ({ was: before.get(field.id)!, now: field }))

  if (current.table_name !== next.table_name) {
    change(
      'renameTable',
      `alter table ${tableOf(current)} rename to ${quoteIdentifier(next.table_name)}`,
      texts.renameTable({ from: current.table_name, to: next.table_name }),
    )
    change(
      'renameTable',
      `alter table if exists ${versionsOf(current)} rename to ${quoteIdentifier(versionsName(next.table_name))}`,
      texts.renameTable({ from: versionsName(current.table_name), to: versionsName(next.table_name) }),
    )
  }
  const rehash = fingerprint(current) !== fingerprint(next)
  if (rehash) change('hash', `alter table ${table} drop column _hash`, texts.hash())
  for (const field of current.fields.filter((f) => !after.has(f.id))) {
    change(
      'dropField',
      `alter table ${table} drop column ${quoteIdentifier(field.name)}`,
      texts.dropField({ field: field.name }),
      { field: field.name, touches: rows },
    )
    const lost = await measure(client, current, { field, where: `${quoteIdentifier(field.name)} is not null` })
    if (lost.count > 0)
      plan.losses.push({ ...lost, text: texts.lostWithField({ field: field.name, count: lost.count }) })
  }
  for (const { statement, from, to } of renames(table, kept))
    change('renameField', statement, texts.renameField({ from, to }), { field: to })
  for (const { was, now } of kept) await planColumn(client, { current, next, was, now, plan, change, rows })
  for (const field of next.fields.filter((f) => !before.has(f.id))) {
    change(
      'addField',
      `alter table ${table} add column ${columnSql(field)}`,
      texts.addField({ field: field.name, type: columnType(field) }),
      { field: field.name, touches: defaultSql(field) ? rows : 0 },
    )
    if (isMandatory(field) && !defaultSql(field) && rows > 0)
      plan.obstacles.push({
        field: field.name,
        count: rows,
        samples: [],
        text: texts.emptyRecords({ field: field.name, count: rows }),
      })
    if (isUnique(field) && defaultSql(field) && rows > 1)
      plan.obstacles.push({
        field: field.name,
        count: 1,
        samples: [String(field.default)],
        text: texts.duplicates({ field: field.name, count: 1 }),
      })
    for (const { statement, kind, text } of indexes(next, undefined, field))
      change(kind, statement, text, { field: field.name, touches: rows })
  }
  if (rehash)
    change(
      'hash',
      `alter table ${table} add column _hash bigint generated always as (${hashSql(hashedFields(next))}) stored`,
      texts.hash(),
      { touches: rows },
    )
  const [keptSoFar, keeps] = [keepingOf(current), keepingOf(next)]
  if (keptSoFar !== keeps || (keeps === 'versions' && current.table_name !== next.table_name))
    for (const { statement, kind, text } of keeping(next, keptSoFar)) change(kind, statement, text)
  return plan
}

function planCreation(next: Structure): TablePlan {
  const columns = [
    '_id bigint generated always as identity primary key',
    ...next.fields.map(columnSql),
    '_dirty boolean not null default true',
    '_version int not null default 1',
    '_job_id uuid',
    '_created_at timestamptz not null default now()',
    '_updated_at timestamptz not null default now()',
    `_hash bigint generated always as (${hashSql(hashedFields(next))}) stored`,
  ]
  const changes: PlannedChange[] = [
    {
      kind: 'createTable',
      statement: `create table ${tableOf(next)} (${columns.join(', ')})`,
      rows: 0,
      text: texts.createTable({ table: next.table_name, count: next.fields.length }),
    },
    ...next.fields.flatMap((field) =>
      indexes(next, undefined, field).map((made) => ({ ...made, rows: 0, field: field.name })),
    ),
    ...(keepingOf(next) === 'nothing' ? [] : keeping(next).map((made) => ({ ...made, rows: 0 }))),
  ]
  return { rows: 0, changes, losses: [], obstacles: [] }
}

type ColumnChange = {
  current: Structure
  next: Structure
  was: StructureField
  now: StructureField
  plan: TablePlan
  rows: number
  change: (
    kind: PlannedChange['kind'],
    statement: string,
    text: Message,
    more?: { field?: string; touches?: number },
  ) => void
}

async function planColumn(client: Queryable, { current, next, was, now, plan, change, rows }: ColumnChange) {
  const table = tableOf(next)
  const name = quoteIdentifier(now.name)
  const field = now.name
  const [from, to] = [columnType(was), columnType(now)]
  const [oldDefault, newDefault] = [defaultSql(was), defaultSql(now)]
  let empties = `${quoteIdentifier(was.name)} is null`
  if (from !== to) {
    const conversion = conversionOf(was, now, {
      valid: `${quoteIdentifier(projectSchema(next.project_id))}._weft_is_valid`,
    })
    if (oldDefault)
      change('setDefault', `alter table ${table} alter column ${name} drop default`, texts.setDefault({ field }), {
        field,
      })
    if (isMandatory(was) && conversion.lost)
      change('voluntary', `alter table ${table} alter column ${name} drop not null`, texts.voluntary({ field }), {
        field,
      })
    change(
      'changeType',
      `alter table ${table} alter column ${name} type ${to} using ${conversion.sql(name)}`,
      texts.changeType({ field, from, to }),
      { field, touches: rows },
    )
    if (newDefault)
      change(
        'setDefault',
        `alter table ${table} alter column ${name} set default ${newDefault}`,
        texts.setDefault({ field }),
        { field },
      )
    if (conversion.lost) {
      const lost = await measure(client, current, { field: was, where: conversion.lost(quoteIdentifier(was.name)) })
      if (lost.count > 0)
        plan.losses.push({ ...lost, field, text: texts.lostInType({ field, count: lost.count, type: to }) })
    }
    empties = `(${conversion.sql(quoteIdentifier(was.name))}) is null`
  } else if (oldDefault !== newDefault) {
    change(
      'setDefault',
      `alter table ${table} alter column ${name} ${newDefault ? `set default ${newDefault}` : 'drop default'}`,
      texts.setDefault({ field }),
      { field },
    )
  }
  const loosened = from !== to && isMandatory(was)
  if (isMandatory(now) && (!isMandatory(was) || loosened)) {
    const { count } = await measure(client, current, { field: was, where: empties })
    if (count > 0 && !newDefault)
      plan.obstacles.push({ field, count, samples: [], text: texts.emptyRecords({ field, count }) })
    if (newDefault && rows > 0)
      change(
        'setDefault',
        `update ${table} set ${name} = ${newDefault} where ${name} is null`,
        texts.setDefault({ field }),
        { field, touches: count },
      )
    change('mandatory', `alter table ${table} alter column ${name} set not null`, texts.mandatory({ field }), {
      field,
      touches: rows,
    })
  }
  if (!isMandatory(now) && isMandatory(was))
    change('voluntary', `alter table ${table} alter column ${name} drop not null`, texts.voluntary({ field }), {
      field,
    })
  for (const made of indexes(next, was, now)) change(made.kind, made.statement, made.text, { field, touches: rows })
  if (isUnique(now) && !isUnique(was)) {
    const twice = await duplicates(client, current, was)
    if (twice.count > 0) plan.obstacles.push({ ...twice, field, text: texts.duplicates({ field, count: twice.count }) })
  }
}

/** Renames in an order that never meets a name still in use. */
function renames(table: string, kept: { was: StructureField; now: StructureField }[]) {
  const moved = kept.filter(({ was, now }) => was.name !== now.name)
  const taken = new Set(kept.map(({ was }) => was.name))
  const detour = moved.filter(({ now }) => taken.has(now.name))
  const step = (from: string, to: string, was: string, now: string) => ({
    statement: `alter table ${table} rename column ${quoteIdentifier(from)} to ${quoteIdentifier(to)}`,
    from: was,
    to: now,
  })
  const park = (field: StructureField) => `_moving_${field.id.replaceAll('-', '').slice(0, 16)}`
  return [
    ...detour.map(({ was, now }) => step(was.name, park(now), was.name, now.name)),
    ...moved.map(({ was, now }) =>
      step(detour.some((d) => d.now === now) ? park(now) : was.name, now.name, was.name, now.name),
    ),
  ]
}

const fingerprint = (structure: Structure) =>
  JSON.stringify(hashedFields(structure).map((field) => [field.id, columnType(field)]))

type Made = { kind: PlannedChange['kind']; statement: string; text: Message }

function indexes(structure: Structure, was: StructureField | undefined, now: StructureField): Made[] {
  const field = now.name
  const name = (kind: 'unique' | 'index') => indexName(kind, structure.id, now.id)
  const drop = (kind: 'unique' | 'index'): Made => ({
    kind: 'noIndex',
    statement: `drop index if exists ${quoteIdentifier(projectSchema(structure.project_id))}.${name(kind)}`,
    text: texts.noIndex({ field }),
  })
  const [wasUnique, isUniqueNow] = [was !== undefined && isUnique(was), isUnique(now)]
  const plain = (f: StructureField | undefined) => f !== undefined && f.index && !isUnique(f)
  return [
    ...(wasUnique && !isUniqueNow ? [drop('unique')] : []),
    ...(plain(was) && !plain(now) ? [drop('index')] : []),
    ...(isUniqueNow && !wasUnique
      ? [
          {
            kind: 'unique' as const,
            statement: `create unique index ${name('unique')} on ${tableOf(structure)} (${quoteIdentifier(field)})`,
            text: texts.unique({ field }),
          },
        ]
      : []),
    ...(plain(now) && !plain(was)
      ? [
          {
            kind: 'index' as const,
            statement: `create index ${name('index')} on ${tableOf(structure)} ${indexed(now)}`,
            text: texts.index({ field }),
          },
        ]
      : []),
  ]
}

const indexed = (field: StructureField) =>
  isNested(field) ? `using gin (${quoteIdentifier(field.name)} jsonb_path_ops)` : `(${quoteIdentifier(field.name)})`

/** What keeps records as they were before they were replaced; every statement may be repeated. */
export const keepingSql = (structure: Structure) => keeping(structure).map(({ statement }) => statement)

function keeping(structure: Structure, before: ReturnType<typeof keepingOf> = 'nothing'): Made[] {
  const table = tableOf(structure)
  const keeps = keepingOf(structure)
  const stop = before === 'run_changes' ? 'noRunChanges' : 'noVersions'
  const forgotten: Made[] =
    before === 'run_changes'
      ? [{ kind: stop, statement: `drop table if exists ${runChangesOf(structure)}`, text: texts.noRunChanges() }]
      : []
  if (keeps === 'nothing')
    return [
      ...['weft_versions_update', 'weft_versions_delete'].map((name): Made => ({
        kind: stop,
        statement: `drop trigger if exists ${name} on ${table}`,
        text: texts[stop](),
      })),
      ...forgotten,
    ]
  const [kind, into] =
    keeps === 'versions'
      ? (['keepVersions', literal(versionsName(structure.table_name))] as const)
      : (['keepRunChanges', `${literal(runChangesName(structure.id))}, 'runs only'`] as const)
  const call = `execute function ${quoteIdentifier(projectSchema(structure.project_id))}._weft_trace_versions(${into})`
  const kept = keptOf(structure)
  const index = (on: string) => `create index if not exists ${indexName('index', structure.id, `${keeps} ${on}`)}`
  const text = texts[kind]()
  return [
    {
      kind,
      statement: `create table if not exists ${kept} (_id bigint not null, _version int not null, _operation text not null, _row jsonb not null, _replaced_at timestamptz not null default now(), primary key (_id, _version, _replaced_at));
        alter table ${kept} add column if not exists _by uuid, add column if not exists _undone boolean not null default false;
        ${index('by writer')} on ${kept} (_by, _id) where _by is not null;
        ${keeps === 'run_changes' ? `${index('by time')} on ${kept} (_replaced_at);` : ''}
        ${traceSql(structure.project_id)}`,
      text,
    },
    {
      kind,
      statement: `create or replace trigger weft_versions_update after update on ${table} referencing old table as earlier new table as later for each statement ${call}`,
      text,
    },
    {
      kind,
      statement: `create or replace trigger weft_versions_delete after delete on ${table} referencing old table as earlier for each statement ${call}`,
      text,
    },
    ...forgotten,
  ]
}

async function countRows(client: Queryable, structure: Structure): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as count from ${tableOf(structure)}`)
  return (rows[0] as { count: number }).count
}

async function measure(
  client: Queryable,
  structure: Structure,
  { field, where }: { field: StructureField; where: string },
): Promise<Omit<Finding, 'text'>> {
  const name = quoteIdentifier(field.name)
  const counted = isTextual(field) && where.endsWith('is not null') ? `${where} and ${name} <> ''` : where
  const { rows } =
    await client.query(`select count(*)::int as count, (array_agg(distinct left(${name}::text, 100)) filter (where n <= 5)) as samples
    from (select ${name}, row_number() over () as n from ${tableOf(structure)} where ${counted}) found`)
  const { count, samples } = rows[0] as { count: number; samples: string[] | null }
  return { field: field.name, count, samples: samples ?? [] }
}

async function duplicates(
  client: Queryable,
  structure: Structure,
  field: StructureField,
): Promise<Omit<Finding, 'text'>> {
  const name = quoteIdentifier(field.name)
  const { rows } =
    await client.query(`with twice as (select ${name}::text as value from ${tableOf(structure)} where ${name} is not null group by ${name} having count(*) > 1)
    select (select count(*)::int from twice) as count, array(select left(value, 100) from twice limit 5) as samples`)
  return { field: field.name, ...(rows[0] as { count: number; samples: string[] }) }
}
