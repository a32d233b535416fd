import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { indexName } from '../derived-names.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { isMandatory, isNested, isTextual, isUnique, keepingOf, type Structure } from '../structure.ts'
import { planTexts as texts, type Finding, type PlannedChange, type TablePlan } from '../table-plan.ts'
import { columnSql, columnType, defaultSql } from './columns.ts'
import { conversionOf } from './conversion.ts'
import type { Names } from './names.ts'
import { rows, type RowRequest } from './rows.server.ts'

/**
 * A plan and how it is done. MySQL commits with every change of a table, so everything that counts is one ALTER TABLE, which happens
 * whole or not at all. What it needs beforehand, converted values in columns of their own, stands beside the old ones and means
 * nothing to anybody until then.
 */
export type ChangeDraft = { plan: TablePlan; prepare: string[]; final: string }

const working = '_weft_new_'

/** Plans the way from the table as it is (`current`; undefined where there is none) to the wanted structure. Changes nothing. */
export async function draftChange(
  at: RowRequest,
  names: Names,
  current: Structure | undefined,
  next: Structure,
  mark: string,
): Promise<ChangeDraft> {
  if (!current) return draftCreation(names, next, mark)
  const table = names.table(current)
  const count = await countRows(at, table)
  const draft = new Drafted(table, count)
  const before = new Map(current.fields.map((field) => [field.id, field]))
  const after = new Set(next.fields.map((field) => field.id))

  if (current.table_name !== next.table_name)
    draft.change(
      'renameTable',
      `rename to ${names.table(next)}`,
      texts.renameTable({ from: current.table_name, to: next.table_name }),
    )
  for (const field of current.fields.filter((f) => !after.has(f.id))) {
    draft.change('dropField', `drop column ${quoteIdentifier(field.name)}`, texts.dropField({ field: field.name }), {
      field: field.name,
      touches: count,
    })
    const lost = await measure(at, table, { field, where: `${quoteIdentifier(field.name)} is not null` })
    if (lost.count > 0)
      draft.plan.losses.push({ ...lost, text: texts.lostWithField({ field: field.name, count: lost.count }) })
  }
  for (const now of next.fields) {
    const was = before.get(now.id)
    if (was) await draftColumn(at, { draft, table, was, now, structure: next })
    else draftField(draft, next, now)
  }
  const [kept, keeps] = [keepingOf(current), keepingOf(next)]
  if (kept !== keeps) {
    if (kept === 'versions') draft.change('noVersions', undefined, texts.noVersions())
    if (kept === 'run_changes')
      draft.change('noRunChanges', undefined, texts.noRunChanges(), {
        beside: `drop table if exists ${names.runChanges(current)}`,
      })
    if (keeps !== 'nothing')
      draft.change(keepsAs[keeps], undefined, texts[keepsAs[keeps]](), { beside: keptSql(names, next) })
  }
  return {
    plan: draft.plan,
    prepare: draft.prepared(),
    final: `alter table ${table} ${[...draft.clauses, `comment = '${mark}'`].join(', ')}`,
  }
}

const keepsAs = { versions: 'keepVersions', run_changes: 'keepRunChanges' } as const

/** What one ALTER TABLE is put together from. */
class Drafted {
  readonly plan: TablePlan
  readonly clauses: string[] = []
  readonly #columns: string[] = []
  readonly #values: string[] = []
  readonly #table: string
  constructor(table: string, rows: number) {
    this.#table = table
    this.plan = { rows, changes: [], losses: [], obstacles: [] }
  }

  change(
    kind: PlannedChange['kind'],
    clause: string | undefined,
    text: Message,
    { field, touches = 0, beside }: { field?: string; touches?: number; beside?: string } = {},
  ) {
    if (clause) this.clauses.push(clause)
    this.plan.changes.push({
      kind,
      statement: beside ?? (clause ? `alter table ${this.#table} ${clause}` : ''),
      text,
      rows: touches,
      ...(field === undefined ? {} : { field }),
    })
  }

  /** A column of its own for converted values, filled before the table changes. */
  column(type: string, value: string): string {
    const name = `${working}${this.#columns.length + 1}`
    this.#columns.push(`add column ${quoteIdentifier(name)} ${type} null`)
    this.#values.push(`${quoteIdentifier(name)} = ${value}`)
    return name
  }

  prepared(): string[] {
    return this.#columns.length === 0
      ? []
      : [
          `alter table ${this.#table} ${this.#columns.join(', ')}`,
          `update ${this.#table} set ${this.#values.join(', ')}`,
        ]
  }
}

type ColumnChange = { draft: Drafted; table: string; was: StructureField; now: StructureField; structure: Structure }

async function draftColumn(at: RowRequest, { draft, table, was, now, structure }: ColumnChange) {
  const field = now.name
  const name = quoteIdentifier(was.name)
  const [from, to] = [columnType(was), columnType(now)]
  const standard = defaultSql(now)
  const { plan } = draft
  const converts = from !== to && !(isTextual(was) && isTextual(now) && to === 'longtext')
  const conversion = converts || shortened(was, now) ? conversionOf(was, now) : undefined
  const value = conversion ? conversion.sql(name) : name
  const fills = isMandatory(now) && (!isMandatory(was) || conversion !== undefined)
  if (was.name !== now.name)
    draft.change('renameField', undefined, texts.renameField({ from: was.name, to: field }), { field })
  if (conversion || from !== to)
    draft.change('changeType', undefined, texts.changeType({ field, from, to }), { field, touches: plan.rows })
  if (conversion?.lost) {
    const lost = await measure(at, table, { field: was, where: conversion.lost(name) })
    if (lost.count > 0)
      plan.losses.push({ ...lost, field, text: texts.lostInType({ field, count: lost.count, type: to }) })
  }
  if (defaultSql(was) !== standard) draft.change('setDefault', undefined, texts.setDefault({ field }), { field })
  let filled = false
  if (fills) {
    const { count } = await measure(at, table, { field: was, where: `(${value}) is null` })
    if (count > 0 && !standard)
      plan.obstacles.push({ field, count, samples: [], text: texts.emptyRecords({ field, count }) })
    filled = count > 0 && standard !== undefined
    draft.change('mandatory', undefined, texts.mandatory({ field }), { field, touches: plan.rows })
  }
  if (!isMandatory(now) && isMandatory(was)) draft.change('voluntary', undefined, texts.voluntary({ field }), { field })

  const moved = conversion !== undefined || filled
  if (moved) {
    const column = draft.column(to, filled ? `coalesce(${value}, ${standard})` : value)
    draft.clauses.push(`drop column ${name}`, `change column ${quoteIdentifier(column)} ${columnSql(now)}`)
  } else if (`${name} ${columnSql(was)}` !== `${name} ${columnSql(now)}`)
    draft.clauses.push(`change column ${name} ${columnSql(now)}`)
  // An index goes with its column.
  draftIndexes(draft, structure, was, now, { gone: moved })
  if (isUnique(now) && !isUnique(was)) {
    const twice = await duplicates(at, table, was)
    if (twice.count > 0) plan.obstacles.push({ ...twice, field, text: texts.duplicates({ field, count: twice.count }) })
  }
}

/** A text that keeps its column and may hold less than before. */
const shortened = (was: StructureField, now: StructureField) =>
  was.type === 'text' && now.type === 'text' && now.length !== undefined && (was.length ?? Infinity) > now.length

function draftField(draft: Drafted, structure: Structure, field: StructureField) {
  const { plan } = draft
  const standard = defaultSql(field)
  draft.change(
    'addField',
    `add column ${columnSql(field)}`,
    texts.addField({ field: field.name, type: columnType(field) }),
    { field: field.name, touches: standard ? plan.rows : 0 },
  )
  if (isMandatory(field) && !standard && plan.rows > 0)
    plan.obstacles.push({
      field: field.name,
      count: plan.rows,
      samples: [],
      text: texts.emptyRecords({ field: field.name, count: plan.rows }),
    })
  if (isUnique(field) && standard && plan.rows > 1)
    plan.obstacles.push({
      field: field.name,
      count: 1,
      samples: [String(field.default)],
      text: texts.duplicates({ field: field.name, count: 1 }),
    })
  draftIndexes(draft, structure, undefined, field, { gone: false })
}

function draftIndexes(
  draft: Drafted,
  structure: Structure,
  was: StructureField | undefined,
  now: StructureField,
  { gone }: { gone: boolean },
) {
  const field = now.name
  for (const kind of ['unique', 'index'] as const) {
    const [had, has] = [was !== undefined && wants(was, kind), wants(now, kind)]
    const name = quoteIdentifier(indexName(kind, structure.id, now.id))
    if (had && !has)
      draft.change('noIndex', gone ? undefined : `drop index ${name}`, texts.noIndex({ field }), {
        field,
        touches: draft.plan.rows,
      })
    if (has && !had)
      draft.change(kind, indexClause(kind, structure, now), texts[kind]({ field }), { field, touches: draft.plan.rows })
    if (has && had && gone) draft.clauses.push(indexClause(kind, structure, now))
  }
}

const wants = (field: StructureField, kind: 'unique' | 'index') =>
  kind === 'unique' ? isUnique(field) : field.index && !isUnique(field) && !isNested(field)
const indexClause = (kind: 'unique' | 'index', structure: Structure, field: StructureField) =>
  `add ${kind === 'unique' ? 'unique index' : 'index'} ${quoteIdentifier(indexName(kind, structure.id, field.id))} (${quoteIdentifier(field.name)})`

function draftCreation(names: Names, next: Structure, mark: string): ChangeDraft {
  const columns = [
    '_id bigint not null auto_increment primary key',
    ...next.fields.map(columnSql),
    '_dirty boolean not null default true',
    '_version int not null default 1',
    '_job_id char(36) character set ascii collate ascii_bin null',
    '_created_at datetime(6) not null default current_timestamp(6)',
    '_updated_at datetime(6) not null default current_timestamp(6)',
  ]
  const indexes = next.fields.flatMap((field) =>
    (['unique', 'index'] as const).filter((kind) => wants(field, kind)).map((kind) => ({ kind, field })),
  )
  const final = `create table ${names.table(next)} (${[...columns, ...indexes.map(({ kind, field }) => indexClause(kind, next, field).slice('add '.length))].join(', ')}) comment = '${mark}'`
  const keeps = keepingOf(next)
  const changes: PlannedChange[] = [
    {
      kind: 'createTable',
      statement: final,
      rows: 0,
      text: texts.createTable({ table: next.table_name, count: next.fields.length }),
    },
    ...indexes.map(({ kind, field }): PlannedChange => ({
      kind,
      statement: `alter table ${names.table(next)} ${indexClause(kind, next, field)}`,
      rows: 0,
      field: field.name,
      text: texts[kind]({ field: field.name }),
    })),
    ...(keeps === 'nothing'
      ? []
      : [{ kind: keepsAs[keeps], statement: keptSql(names, next), rows: 0, text: texts[keepsAs[keeps]]() }]),
  ]
  return { plan: { rows: 0, changes, losses: [], obstacles: [] }, prepare: [], final }
}

/** Made before anything else, because no table can be made while another is locked. */
export const keptSql = (names: Names, structure: Structure) =>
  `create table if not exists ${names.kept(structure)} (_n bigint not null auto_increment primary key, _id bigint not null, _version int not null, _operation varchar(10) not null, _row json not null, _replaced_at datetime(6) not null default current_timestamp(6), index by_record (_id), ${tracedColumns.join(', ')}${keepingOf(structure) === 'run_changes' ? ', index by_time (_replaced_at)' : ''})`

/** By whom a version was replaced, and whether that was taken back. */
export const tracedColumns = [
  '_by char(36) character set ascii collate ascii_bin null',
  '_undone boolean not null default false',
  'index by_writer (_by, _id)',
]

/** What a killed change has left beside a table's own columns. */
export async function leftovers(at: RowRequest, database: string, table: string): Promise<string[]> {
  const found = await rows<{ name: string }>(
    at,
    `select column_name as name from information_schema.columns where table_schema = '${database}' and table_name = '${table}' and column_name like '\\_weft\\_new\\_%'`,
  )
  return found.map(({ name }) => name)
}

const countRows = async (at: RowRequest, table: string) =>
  Number((await rows<{ count: number }>(at, `select count(*) as count from ${table}`))[0]!.count)

async function measure(
  at: RowRequest,
  table: string,
  { field, where }: { field: StructureField; where: string },
): Promise<Omit<Finding, 'text'>> {
  const name = quoteIdentifier(field.name)
  const counted = isTextual(field) && where === `${name} is not null` ? `${where} and ${name} <> ''` : where
  const [found] = await rows<{ count: number }>(at, `select count(*) as count from ${table} where ${counted}`)
  const samples =
    Number(found!.count) === 0
      ? []
      : await rows<{ value: string | null }>(
          at,
          `select distinct left(cast(${name} as char), 100) as value from ${table} where ${counted} order by 1 limit 5`,
        )
  return {
    field: field.name,
    count: Number(found!.count),
    samples: samples.flatMap(({ value }) => (value === null ? [] : [value])),
  }
}

async function duplicates(at: RowRequest, table: string, field: StructureField): Promise<Omit<Finding, 'text'>> {
  const name = quoteIdentifier(field.name)
  const twice = await rows<{ value: string }>(
    at,
    `select left(cast(${name} as char), 100) as value from ${table} where ${name} is not null group by ${name} having count(*) > 1`,
  )
  return { field: field.name, count: twice.length, samples: twice.slice(0, 5).map(({ value }) => value) }
}
