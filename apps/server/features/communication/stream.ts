import type { communicationContract, communicationKinds, CommunicationEntry } from '@weft/contracts/communication.ts'
import type { QueryOf } from '@weft/kit/contracts/route.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { sql, type RawBuilder } from 'kysely'
import { isAsked } from '../approvals/read.ts'

type Kind = (typeof communicationKinds)[number]
type Query = QueryOf<(typeof communicationContract)['GET /communication']>
/** `archived`: mails the document store has found, whose rows have only the beginning of their text. */
type Asked = { project_id: string; user: Caller; query: Query; archived: string[] }

/** Where entries of a kind come from, and what somebody looks for in them. */
type Part = {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  at: string
  id: string
  words: RawBuilder<unknown>
  /** What is found otherwise. */ found?: RawBuilder<unknown>
  /** Names and addresses of everybody it is between. */ people: RawBuilder<unknown>
}

const hours = { '24h': 24, week: 168, month: 720, year: 8_760 } as const
const most = 300

const nameOf = (user: string) =>
  sql.raw(`coalesce(nullif(trim(concat(${user}.first_name, ' ', ${user}.last_name)), ''), ${user}.email, '')`)
const workflow = sql.raw('w.id as workflow_id, w.label as workflow')
const noWorkflow = sql.raw('null::uuid as workflow_id, null::text as workflow')

/** Mails of both ways lie in one table, each way with an index by time. */
const mails = ({ project_id, archived }: Asked, came: boolean): Part => ({
  columns: sql`m.title, m.body as text, ${sql.raw(came ? 'm.sender' : 'm.recipient')} as person, m.status as state,
    false as unread, ${workflow}, null::text as link`,
  from: sql`mail_logs m left join workflows w on w.id = m.workflow_id
    where m.project_id = ${project_id} and ${sql.raw(came ? `m.status = 'received'` : `m.status <> 'received'`)}`,
  at: 'm.created_at',
  id: 'm.id',
  words: sql.raw(`m.title || ' ' || m.body`),
  found: sql`m.id = any(${archived}::uuid[])`,
  people: sql.raw(`m.sender || ' ' || m.recipient`),
})

const parts: Record<Kind, (asked: Asked) => Part> = {
  mail_in: (asked) => mails(asked, true),
  mail_out: (asked) => mails(asked, false),
  // What asks for a decision stands here as the approval itself.
  notification: ({ project_id, user }) => ({
    columns: sql`n.title, n.message as text, '' as person, n.level as state, n.read_at is null as unread, ${noWorkflow}, n.link`,
    from: sql`notifications n where n.user_id = ${user.id} and (n.project_id = ${project_id} or n.project_id is null)
      and coalesce(n.link, '') not like '/project/approvals/%'`,
    at: 'n.created_at',
    id: 'n.id',
    words: sql.raw(`n.title || ' ' || n.message`),
    people: sql`''`,
  }),
  note: ({ project_id }) => ({
    columns: sql`n.title, n.note as text, ${nameOf('u')} as person, '' as state, false as unread, ${workflow}, null::text as link`,
    from: sql`notes n left join users u on u.id = n.written_by left join workflows w on n.type = 'workflow' and w.id = n.type_id
      where n.project_id = ${project_id}`,
    at: 'n.created_at',
    id: 'n.id',
    words: sql.raw(`n.title || ' ' || n.note`),
    people: sql`${nameOf('u')} || ' ' || coalesce(u.email, '')`,
  }),
  support: ({ project_id, user }) => ({
    columns: sql`'#' || s.number || ' ' || s.subject as title, coalesce(s.messages -> -1 ->> 'text', s.comment) as text,
      coalesce(nullif(s.messages -> -1 ->> 'name', ''), s.contact_person) as person, s.status as state, false as unread, ${noWorkflow}, null::text as link`,
    from: sql`support_requests s where s.user_id = ${user.id} and (s.project_id = ${project_id} or s.project_id is null)`,
    at: 's.created_at',
    id: 's.id',
    words: sql.raw(`s.number || ' ' || s.subject || ' ' || s.comment || ' ' || s.messages::text`),
    people: sql`s.contact_person || ' ' || ${user.email} || ' ' || s.messages::text`,
  }),
  approval: ({ project_id, user }) => ({
    columns: sql`a.title, a.summary as text, a.decided_by_name as person, a.state, a.state = 'open' as unread, ${workflow}, null::text as link`,
    from: sql`approvals a join workflows w on w.id = a.workflow_id where a.project_id = ${project_id} and ${isAsked(user)}`,
    at: 'a.created_at',
    id: 'a.id',
    words: sql.raw(`a.title || ' ' || a.summary || ' ' || w.label`),
    people: sql`a.decided_by_name || ' ' || ${user.email}`,
  }),
}

/** Mails are seen by those who see runs. */
const isSeen = (user: Caller) => (kind: Kind) => !kind.startsWith('mail_') || can(user, 'jobs', 'view')

/** A page of what is said around a project. Of each kind only as much is read by its index as could stand on it. */
export async function readStream(trx: Scoped, asked: Asked) {
  const { query, user } = asked
  const wanted = query.kinds?.split(',').map((kind) => kind.trim())
  const kinds = (Object.keys(parts) as Kind[]).filter(isSeen(user)).filter((kind) => wanted?.includes(kind) ?? true)
  if (kinds.length === 0) return { data: [], meta: { next: null } }
  const streams = kinds.map((kind) => sql`(${entriesOf(kind, parts[kind](asked), query)})`)
  const { rows } = await sql<CommunicationEntry & { place: string }>`
    select kind, id, at, title, left(text, ${most}) as text, left(person, ${most}) as person, state, unread, workflow_id, workflow, link,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id as place
    from (${sql.join(streams, sql` union all `)}) e order by e.at desc, e.id desc limit ${query.perPage + 1}`.execute(
    trx,
  )
  const page = rows.slice(0, query.perPage)
  const next = rows.length > page.length ? page.at(-1)!.place : null
  return { data: page.map(({ place: _, ...entry }) => entry), meta: { next } }
}

function entriesOf(kind: Kind, { columns, from, at, id, words, found = sql`false`, people }: Part, query: Query) {
  const time = sql.raw(at)
  const [moment, last] = query.before?.split('_') ?? []
  const contains = (term: string) => `%${escapeLike(term)}%`
  const narrowed = [
    // The first condition alone is what the index begins at.
    ...(moment
      ? [sql`${time} <= ${moment}::timestamptz and (${time}, ${sql.raw(id)}) < (${moment}::timestamptz, ${last}::uuid)`]
      : []),
    ...(query.period === 'all' ? [] : [sql`${time} > now() - make_interval(hours => ${hours[query.period]})`]),
    ...(query.searchTerm ? [sql`(${words} ilike ${contains(query.searchTerm)} or ${found})`] : []),
    ...(query.person ? [sql`${people} ilike ${contains(query.person)}`] : []),
  ].map((condition) => sql`and ${condition}`)
  return sql`select ${kind}::text as kind, ${sql.raw(id)} as id, ${time} as at, ${columns} from ${from} ${sql.join(narrowed, sql` `)}
    order by ${time} desc, ${sql.raw(id)} desc limit ${query.perPage + 1}`
}
