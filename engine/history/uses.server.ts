import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted, quotedTexts, say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { DefinitionKind } from './kinds.ts'
import { idsIn } from './names.ts'

const texts = defineMessages({
  used: {
    en: '“{name}” is still used: {users}. Change these first.',
    de: '„{name}“ wird noch verwendet: {users}. Ändern Sie diese zuerst.',
  },
  elsewhere: {
    en: '{uses, plural, one {once} other {# times}} in the project {project}',
    de: '{uses, plural, one {einmal} other {#-mal}} im Projekt {project}',
  },
})

export type Using = { id: string; kind: DefinitionKind; name: string; is_gone: boolean }
/** A thing as its newest version has it: its text with ids, nothing where it is gone. */
type Told = { id: string; project_id: string | null; name: string; plain: string | undefined }

/** How often a project that the asking one does not see into uses a thing of all projects. */
export type UsingElsewhere = { project: string; uses: number }

/** Which other things a thing points to, and which point to it, by name; those of other projects as a number. */
export async function usesOf(
  trx: Scoped,
  id: string,
): Promise<{ uses: Using[]; used_by: Using[]; elsewhere: UsingElsewhere[] }> {
  const uses = trx.selectFrom('definition_uses').select('uses_id').where('definition_id', '=', id)
  const users = trx.selectFrom('definition_uses').select('definition_id').where('uses_id', '=', id)
  const elsewhere = await sql<{ project: string; uses: string }>`select * from weft_uses_elsewhere(${id})`.execute(trx)
  return {
    uses: await named(trx, uses),
    used_by: (await named(trx, users)).filter(({ is_gone }) => !is_gone),
    elsewhere: elsewhere.rows.map((one) => ({ project: one.project, uses: Number(one.uses) })),
  }
}

async function named(trx: Scoped, ids: unknown): Promise<Using[]> {
  const rows = await trx
    .selectFrom('definitions')
    .select(['id', 'kind', 'name', 'removed_at'])
    .where('id', 'in', ids as never)
    .orderBy('kind')
    .orderBy('name')
    .limit(1_000)
    .execute()
  return rows.map(({ id, kind, name, removed_at }) => ({
    id,
    name,
    kind: kind as DefinitionKind,
    is_gone: removed_at !== null,
  }))
}

/** Writes down what things point to from now on, and refuses that one is gone to which others still point. */
export async function keepUses(trx: Scoped, things: Told[]): Promise<void> {
  const ids = things.map(({ id }) => id)
  await trx.deleteFrom('definition_uses').where('definition_id', 'in', ids).execute()
  const connections = await connectionsIn(trx, things)
  const functions = await functionsIn(trx, things)
  const wanted = things.flatMap(({ id, project_id, plain = '' }) => {
    const named = connectionNames(plain).flatMap(
      (name) => connections.get(`${project_id} ${name}`) ?? connections.get(`null ${name}`) ?? [],
    )
    const called = functionNames(plain).flatMap(
      (name) => functions.get(`${project_id} ${name}`) ?? functions.get(`null ${name}`) ?? [],
    )
    return [...new Set([...idsIn(plain), ...named, ...called])]
      .filter((to) => to !== id)
      .map((to) => ({ id, project_id, to }))
  })
  const known = await existing(trx, [...new Set(wanted.map(({ to }) => to))])
  const rows = wanted.filter(({ to }) => known.has(to))
  for (let i = 0; i < rows.length; i += 1_000)
    await trx
      .insertInto('definition_uses')
      .values(
        rows.slice(i, i + 1_000).map(({ id, project_id, to }) => ({ definition_id: id, project_id, uses_id: to })),
      )
      .execute()
  for (const { id, name, plain } of things) if (plain === undefined) await refuseUsed(trx, { id, name })
}

/** Refuses to go on with removing what others point to. What cannot be taken back asks before it begins. */
export async function refuseUsed(trx: Scoped, { id, name }: { id: string; name: string }): Promise<void> {
  const users = await usersOf(trx, id)
  if (users) throw new Conflict('IN_USE', inserted(texts.used({ name, users: '' }), 'users', users))
}

/** Everything that uses a thing, in words; nothing where nothing does. */
export async function usersOf(trx: Scoped, id: string): Promise<Message | undefined> {
  const { used_by, elsewhere } = await usesOf(trx, id)
  if (used_by.length === 0 && elsewhere.length === 0) return undefined
  const listed = (language: Language) =>
    [...used_by.map(({ name }) => name), ...elsewhere.map((one) => say(texts.elsewhere(one), language))].join(', ')
  return quotedTexts(listed('en'), listed('de'))
}

async function existing(trx: Scoped, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx.selectFrom('definitions').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

// A text inside of a setting may look like one: good enough for telling where something is used.
const connectionNames = (plain: string) => {
  const found = plain.matchAll(/(?:^|[\s{,])["']?connection["']?\s*:\s*["']?([a-z][a-z0-9_]*)/g)
  return [...new Set([...found].map(([, name]) => name!))]
}

/** Steps name connections; the project's own goes before one of the same name for all projects. */
async function connectionsIn(trx: Scoped, things: Told[]): Promise<Map<string, string[]>> {
  const names = [...new Set(things.flatMap(({ plain = '' }) => connectionNames(plain)))]
  if (names.length === 0) return new Map()
  const rows = await trx
    .selectFrom('connections')
    .select(['id', 'project_id', 'name'])
    .where('name', 'in', names)
    .execute()
  return new Map(rows.map(({ id, project_id, name }) => [`${project_id} ${name}`, [id]]))
}

/** Mappings and functions call functions by their names: as boxes, and in formulas. The first `key` is that of the thing itself. */
const functionNames = (plain: string) => {
  if (!/^kind: (?:mapping|function)\n/.test(plain)) return []
  const found = plain.matchAll(/(?<=[ {,])key: "?([a-z][a-z0-9_]*)|\b([a-z][a-z0-9_]*)\s*\(/gi)
  return [...new Set([...found].map(([, box, called]) => (box ?? called!).toLowerCase()))]
}

async function functionsIn(trx: Scoped, things: Told[]): Promise<Map<string, string>> {
  const names = [...new Set(things.flatMap(({ plain = '' }) => functionNames(plain)))]
  if (names.length === 0) return new Map()
  const rows = await trx
    .selectFrom('functions')
    .select(['id', 'project_id', 'name'])
    .where('name', 'in', names)
    .execute()
  return new Map(rows.map(({ id, project_id, name }) => [`${project_id} ${name}`, id]))
}
