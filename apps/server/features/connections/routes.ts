import { randomUUID } from 'node:crypto'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { connectionContract, type ListedConnection, type WholeConnection } from '@weft/contracts/connections.ts'
import { checkConnection, type Check } from '@weft/engine/connectors/check.server.ts'
import {
  actionsTask,
  describeTask,
  discoverTask,
  folderTask,
  lookTask,
  placesTask,
  type Look,
} from '@weft/engine/connectors/connector-tasks.ts'
import { forgetTokens } from '@weft/engine/connectors/tokens.server.ts'
import { recordCheck } from '@weft/engine/connectors/health.server.ts'
import { endCaptures } from '@weft/engine/connectors/watch-captures.server.ts'
import { openedSettings, sealedSettings, settingsOf } from '@weft/engine/connectors/stored.server.ts'
import { refuseUsed } from '@weft/engine/history/uses.server.ts'
import { inScope, systemScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Ability, Connector } from '@weft/kit/define/connector.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { escapeLike, etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import { omitUndefined } from '@weft/kit/define/omit-undefined.ts'
import { defineMessages, inserted, type Language, type Text } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { refuseBeyondProject, refuseForeignProject } from '../projects/of-all-projects.ts'
import { connectorFor } from './connector-of.ts'
import { declaredActions } from './declared-actions.ts'
import { readHealth } from './health.ts'
import { isOtherWay, leadingThrough, leavingBy, leavingOf, ledAstray } from './leaving.ts'
import { reachedBy, tokenFor } from './reached.ts'
import { isMoved, settingsFrom } from './settings.ts'

const texts = defineMessages({
  connector: {
    en: 'There is no connector of this name here.',
    de: 'Einen Connector dieses Namens gibt es hier nicht.',
  },
  taken: {
    en: 'There is already a connection of this name.',
    de: 'Eine Verbindung dieses Namens gibt es schon.',
  },
  left: {
    en: 'Its database keeps its log for {readers} and could not be told to end that: {reason} Switch the connection off to delete it all the same; it is told so again for some days then.',
    de: 'Ihre Datenbank behält ihr Protokoll für {readers} und ließ sich nicht sagen, dass sie das beenden soll: {reason} Schalten Sie die Verbindung ab, um sie trotzdem zu löschen; es wird ihr dann noch einige Tage lang gesagt.',
  },
  nothing: {
    en: 'A system of this kind has nothing of the sort to look into.',
    de: 'Ein System dieser Art hat nichts dergleichen, in das man sehen kann.',
  },
  leads: {
    en: '{count, plural, one {A connection is} other {# connections are}} reached through this one. Please choose another way there first.',
    de: '{count, plural, one {Eine Verbindung wird} other {# Verbindungen werden}} über diese erreicht. Bitte wählen Sie dort zuerst einen anderen Weg.',
  },
})

/** The systems a project reads from and writes into. A secret goes in, is sealed, and never comes out. */
export const connectionRoutes =
  (context: AppContext<'db' | 'key' | 'isolation' | 'ways' | 'files'>): FastifyPluginAsync =>
  async (app) => {
    const { db, key, isolation, ways } = context
    const on = implementRoutes(app, connectionContract)

    on('GET /connections', ({ scope, query, language }) =>
      inScope(db, scope, (trx) => listConnections(trx, query, language)),
    )

    on('GET /connections/:id', async ({ scope, params, language }, reply) => {
      const data = await inScope(db, scope, (trx) => readConnection(trx, params.id, language))
      return reply.header('etag', etagOf(data)).code(200).send({ data })
    })

    on('GET /connections/:id/uses', ({ scope, params, language }) =>
      inScope(db, scope, async (trx) => {
        const { name } = await readConnection(trx, params.id, language)
        return { data: await workflowsNaming(trx, name) }
      }),
    )

    on('GET /connections/:id/health', ({ scope, params, query, language }) =>
      inScope(db, scope, async (trx) => {
        await readConnection(trx, params.id, language)
        return { data: await readHealth(trx, params.id, query.days, language) }
      }),
    )

    on('POST /connections', async ({ scope, user, body, language }, reply) => {
      const { settings, ...entry } = body
      const data = await inScope(db, scope, async (trx) => {
        const connector = await connectorFor(trx, entry.connector)
        if (!connector) throw invalidField('connector', texts.connector())
        refuseForeignProject(scope, entry.project_id)
        refuseBeyondProject(user, entry)
        const leaving = await leavingBy(trx, { connector, leaving: leavingOf(entry) })
        const place = { id: randomUUID(), tenant_id: scope.tenant_id }
        const sealed = sealedSettings(
          key,
          place,
          connector,
          settingsFrom(connector, settings, { key, user, under: 'settings.' }),
        )
        const made = await trx
          .insertInto('connections')
          .values({
            ...place,
            ...entry,
            ...leaving,
            ...sealed,
            ...since(sealed.secrets),
            created_by: scope.user_id ?? null,
          })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'project_id', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!made) throw invalidField('name', texts.taken())
        return readConnection(trx, made.id, language)
      })
      await lookAgain(data.id, scope.tenant_id)
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /connections/:id`, async ({ scope, user, params, body, headers, language }, reply) => {
        const { settings, ...entry } = body
        const led = await leadingThrough(db, { tenant_id: scope.tenant_id, id: params.id })
        const { data, isResealed } = await inScope(db, scope, async (trx) => {
          const before = await lockConnection(trx, params.id)
          refuseMoved(headers['if-match'], before)
          refuseBeyondProject(user, before)
          if (entry.project_id !== undefined) refuseBeyondProject(user, { project_id: entry.project_id })
          if (entry.project_id !== undefined) refuseForeignProject(scope, entry.project_id)
          const connector = await connectorFor(trx, before.connector)
          if (!connector) throw invalidField('connector', texts.connector())
          const leaving = await leavingBy(trx, {
            connector,
            leaving: { ...leavingOf(before), ...omitUndefined(leavingOf(entry)) },
          })
          const isRerouted = isOtherWay(before, leaving)
          const given = settings ?? (isRerouted ? (before.settings as Record<string, unknown>) : undefined)
          const sealed = given && resealed(before, { connector, given, user, isRerouted, led })
          const set = { ...entry, ...(isRerouted && leaving), ...sealed }
          if (Object.keys(set).length > 0)
            await trx.updateTable('connections').set(set).where('id', '=', before.id).execute()
          return { data: await readConnection(trx, before.id, language), isResealed: sealed !== undefined }
        })
        if (isResealed) await forgetForeignTokens(scope, data.id)
        await lookAgain(data.id, scope.tenant_id)
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('DELETE /connections/:id', async ({ scope, user, params }, reply) => {
      const before = await inScope(db, scope, async (trx) => {
        const locked = await lockConnection(trx, params.id)
        refuseBeyondProject(user, locked)
        await refuseUsed(trx, { id: locked.id, name: locked.label })
        return locked
      })
      const count = await leadingThrough(db, before)
      if (count > 0) throw new Conflict('CONNECTION_IN_USE', texts.leads({ count }))
      // A database would keep its log for ever for a reader that nobody knows of any more.
      const left = await endCaptures(db, { key, isolation, ways, connectorOf }, before)
      if (left && before.active) {
        const readers = left.readers.join(', ')
        throw new Conflict('CAPTURES_LEFT', inserted(texts.left({ readers, reason: '' }), 'reason', left.reason))
      }
      await inScope(db, scope, async (trx) => {
        await lockConnection(trx, params.id)
        await trx.deleteFrom('connections').where('id', '=', before.id).execute()
      })
      return reply.code(204).send(null)
    })

    on('GET /connections/:id/tables', async (request, reply) => {
      const { connecting, reached } = await providing(['tables'], request)
      const given = reachedBy(reached, request, reply)
      return { data: (await isolation.run(discoverTask, connecting, given)).value }
    })

    on('GET /connections/:id/actions', async (request, reply) => {
      const { connector, connecting, reached } = await providing(['actions'], request)
      const given = reachedBy(reached, request, reply)
      const found = (await isolation.run(actionsTask, connecting, given)).value
      return { data: [...declaredActions(connector, request.language), ...found] }
    })

    on('GET /connections/:id/table', async (request, reply) => {
      const { connecting, reached } = await providing(['tables'], request)
      const asked = { ...connecting, table: request.query.name, sample: request.query.sample }
      const given = reachedBy(reached, request, reply)
      return { data: (await isolation.run(describeTask, asked, given)).value }
    })

    on('POST /connections/:id/look', async (request, reply) => {
      const { connecting, reached } = await providing(abilitiesFor[request.body.of], request)
      const asked = { ...connecting, look: request.body, most: sampleSize }
      const given = reachedBy(reached, request, reply)
      return { data: (await isolation.run(lookTask, asked, given)).value }
    })

    on('GET /connections/:id/places', async (request, reply) => {
      const { connecting, reached } = await providing(['messages', 'mailbox'], request)
      const given = reachedBy(reached, request, reply)
      return { data: (await isolation.run(placesTask, connecting, given)).value }
    })

    on('GET /connections/:id/folder', async (request, reply) => {
      const { connecting, reached } = await providing(['files'], request)
      const asked = { ...connecting, folder: request.query.path }
      const given = reachedBy(reached, request, reply)
      const { value } = await isolation.run(folderTask, asked, given)
      return { data: value.toSorted((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name)) }
    })

    on('POST /connections/:id/test', async (request, reply) => {
      const { scope, params, language } = request
      const { connector, settings, stored, out, token } = await opened(scope, params.id)
      const check = await checkConnection(
        { isolation, out },
        { connector, settings, token, files: context.files(scope.tenant_id) },
        isolated(request, reply),
      )
      await inScope(db, systemScope, (trx) => recordCheck(trx, stored, check))
      return { data: checkIn(check, language) }
    })

    async function opened(scope: ProjectScope, id: string) {
      const { stored, connector } = await inScope(db, scope, async (trx) => {
        const stored = await trx.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst()
        if (!stored) throw notFound()
        const connector = await connectorFor(trx, stored.connector)
        if (!connector) throw invalidField('connector', texts.connector())
        return { stored, connector }
      })
      const settings = settingsOf(key, connector, stored)
      const out = ways.of(stored)
      return { stored, connector, settings, out, token: tokenFor({ db, key }, out, { connector, settings, stored }) }
    }

    /** What was given for other settings is of no use any more. */
    async function forgetForeignTokens(scope: ProjectScope, id: string) {
      await forgetTokens(db, await opened(scope, id))
    }

    async function providing(
      abilities: readonly Ability[],
      { scope, params }: { scope: ProjectScope; params: { id: string } },
    ) {
      const { connector, settings, out, token } = await opened(scope, params.id)
      if (!abilities.some((one) => connector.provides.includes(one)))
        throw new Conflict(abilities[0] === 'tables' ? 'NO_TABLES' : 'NOTHING_TO_LIST', texts.nothing())
      return {
        connector,
        connecting: { connector: connector.key, settings },
        reached: { out, token, files: context.files(scope.tenant_id) },
      }
    }

    type Changed = {
      connector: Connector
      given: Record<string, unknown>
      user: Caller
      isRerouted: boolean
      led: number
    }
    function resealed(before: Stored, { connector, given, user, isRerouted, led }: Changed) {
      const values = settingsFrom(connector, given, { key, user, stored: before, isRerouted, under: 'settings.' })
      if (led > 0 && (isRerouted || isMoved(connector, openedSettings(key, before), values))) throw ledAstray(led)
      const isEntered = connector.secrets.some((name) => given[name] !== undefined && given[name] !== '')
      const sealed = sealedSettings(key, before, connector, values)
      return { ...sealed, ...(isEntered && since(sealed.secrets)) }
    }

    /** The background looks at it within seconds, unless somebody has tried it before. */
    const lookAgain = (connection_id: string, tenant_id: string) =>
      inScope(db, systemScope, (trx) =>
        trx
          .insertInto('connection_health')
          .values({ connection_id, tenant_id })
          .onConflict((conflict) => conflict.column('connection_id').doUpdateSet({ next_check_at: sql`now()` }))
          .execute(),
      )
  }

const sampleSize = 10
const abilitiesFor: Record<Look['of'], readonly Ability[]> = {
  table: ['tables'],
  query: ['query'],
  place: ['messages', 'mailbox'],
  files: ['files'],
}
const since = (secrets: Buffer | null) => ({ secrets_at: secrets && sql<string>`clock_timestamp()` })

/** A check in the language of whoever reads it. */
export const checkIn = ({ ok, milliseconds, steps }: Check, language: Language) => ({
  ok,
  milliseconds,
  steps: steps.map((step) => ({ ...step, detail: step.detail && step.detail[language] })),
})

type Stored = Awaited<ReturnType<typeof lockConnection>>

async function lockConnection(trx: Scoped, id: string) {
  const row = await trx.selectFrom('connections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const mostUses = 100

/** Workflows with a step that takes the connection of this name, which holds small letters, digits and underscores only. */
const workflowsNaming = (trx: Scoped, name: string) =>
  trx
    .selectFrom('workflows')
    .select(['id', 'label', 'icon', 'active', 'published', 'updated_at'])
    .where('source', '~', `connection"?: *["']?${name}["']? *([,}\\n]|$)`)
    .orderBy('label')
    .limit(mostUses)
    .execute()

const days = 14
const columns = sql`
  c.id, c.project_id, c.name, c.label, c.description, c.connector, c.reach, c.agent_id, c.tunnel_connection_id, c.per_minute, c.active,
  c.created_at, c.updated_at,
  coalesce(h.state, 'untested') as state, h.checked_at, h.succeeded_at, h.failing_since,
  (select s -> 'detail' from jsonb_array_elements(h.steps) s where s ->> 'state' = 'failed' limit 1) as reason,
  (select jsonb_agg(jsonb_build_object('day', d.day::date::text, 'checks', coalesce(k.checks, 0), 'failed', coalesce(k.failed, 0)) order by d.day)
    from generate_series(current_date - ${days - 1}::int, current_date, interval '1 day') as d(day)
    left join (select k.at::date as day, count(*) as checks, count(*) filter (where not k.ok) as failed
      from connection_checks k where k.connection_id = c.id and k.at >= current_date - ${days - 1}::int group by 1) k on k.day = d.day::date) as days`
const source = sql`connections c left join connection_health h on h.connection_id = c.id`

type Row = Omit<ListedConnection, 'reason'> & { reason: Text | null }
const rowIn = <R extends Row>({ reason, ...row }: R, language: Language) => ({
  ...row,
  reason: reason && reason[language],
})

async function listConnections(trx: Scoped, query: ListQuery, language: Language) {
  const { connector, state } = filtersOf(query)
  const term = query.searchTerm ?? query.title
  const like = term && `%${escapeLike(term)}%`
  const conditions = [
    sql`true`,
    ...(connector ? [sql`c.connector = ${connector}`] : []),
    ...(state ? [sql`coalesce(h.state, 'untested') = ${state}`] : []),
    ...(like ? [sql`(c.label ilike ${like} or c.name ilike ${like} or c.description ilike ${like})`] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const { limit, offset } = toLimitOffset(query)
  // What needs somebody comes first.
  const { rows } = await sql<Row>`
    select ${columns} from ${source} where ${where}
    order by coalesce(h.state, '') <> 'broken', c.label, c.id limit ${limit} offset ${offset}`.execute(trx)
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${source} where ${where}`.execute(trx)
  return { data: rows.map((row) => rowIn(row, language)), meta: metaOf(query, counted.rows[0]!.n) }
}

type Steps = { steps: Check['steps'] }

async function readConnection(trx: Scoped, id: string, language: Language): Promise<WholeConnection> {
  const { rows } = await sql<Row & Omit<WholeConnection, keyof Row | 'steps'> & Steps>`
    select ${columns}, c.settings, c.secrets_set, c.secrets_at, (select t.signed_in_at from connection_tokens t where t.connection_id = c.id) as signed_in_at, coalesce(h.steps, '[]') as steps,
      (select nullif(trim(concat(u.first_name, ' ', u.last_name)), '') from users u where u.id = c.created_by) as created_by_name
    from ${source} where c.id = ${id}`.execute(trx)
  const [row] = rows
  if (!row) throw notFound()
  return { ...rowIn(row, language), steps: checkIn({ ok: true, milliseconds: 0, steps: row.steps }, language).steps }
}
