import { inScope, systemScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { Connector, ConnectorBody, Reach } from '@weft/kit/define/connector.ts'
import type { HttpAnswer, HttpRequest, StepContext } from '@weft/kit/define/step-context.ts'
import { Conflict, Invalid, NotFound, Unavailable } from '@weft/kit/errors/errors.ts'
import { connectedFiles } from '@weft/kit/files/connected-files.ts'
import { defineMessages, inserted, type Message } from '@weft/kit/messages/messages.ts'
import { keep } from '@weft/kit/process/outside.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import { sql } from 'kysely'
import type { Leaving } from '../agents/leaving.ts'
import type { WaysOut } from '../agents/ways-out.server.ts'
import type { WayOut } from '../connections/egress.server.ts'
import { reachBy } from '../connections/reach.server.ts'
import { captureFor } from './captures.server.ts'
import { turnsOf } from './turns.server.ts'
import { startChild } from '../isolation/child.server.ts'
import { settingsOf, type ConnectorOf } from './stored.server.ts'
import { openStoredFiles, type StoredFiles } from './stored-files.server.ts'
import { tokenOf } from './tokens.server.ts'

const texts = defineMessages({
  missing: {
    en: 'There is no connection called {name} in this project.',
    de: 'In diesem Projekt gibt es keine Verbindung namens {name}.',
  },
  inactive: { en: 'The connection {name} is switched off.', de: 'Die Verbindung {name} ist abgeschaltet.' },
  notHttp: { en: 'The connection {name} is not one over HTTP.', de: 'Die Verbindung {name} läuft nicht über HTTP.' },
  cannot: {
    en: 'The connection {name} leads to a system that does not offer this: {need}.',
    de: 'Die Verbindung {name} führt zu einem System, das dies nicht bietet: {need}.',
  },
  foreign: {
    en: '{url} lies elsewhere than the connection {name}, whose sign-in is not sent there.',
    de: '{url} liegt woanders als die Verbindung {name}, deren Anmeldung dorthin nicht gesendet wird.',
  },
})

const needs: Record<Opener, () => Message> = defineMessages({
  open: { en: 'tables', de: 'Tabellen' },
  capture: { en: 'changes from its log', de: 'Änderungen aus seinem Protokoll' },
  files: { en: 'files', de: 'Dateien' },
  messages: { en: 'messages', de: 'Nachrichten' },
  mailbox: { en: 'a mailbox', de: 'ein Postfach' },
  mail: { en: 'sending mails', de: 'E-Mails senden' },
  actions: { en: 'actions', de: 'Aktionen' },
})

/** The connectors there are, and what each does. */
export type KnownConnectors = { of: ConnectorOf; bodies: Readonly<Record<string, ConnectorBody<never>>> }
type Opening = {
  db: Database
  key: Keyring
  scope: ProjectScope
  connectors: KnownConnectors
  ways: Pick<WaysOut, 'of'>
  files: StoredFiles
  /** Where copies of files lie while they are used. */
  folder: string
  /** Hears of every secret that is opened, so that no log shows it. */
  learn(secret: string, name: string): void
}
/** Requests over this way out. */
type HttpBy = (out: Pick<WayOut, 'agent'>) => StepContext['http']
type Leave = { httpBy: HttpBy; /** Ends who waits for a turn. */ signal: AbortSignal | undefined }
type Opener = 'open' | 'capture' | 'files' | 'messages' | 'mailbox' | 'mail' | 'actions'
type SessionOf<K extends Opener> = Awaited<ReturnType<NonNullable<ConnectorBody<unknown>[K]>>>
type Opened = {
  stored: Leaving & { id: string; name: string }
  connector: Connector
  body: ConnectorBody<unknown>
  settings: Record<string, unknown>
  turns: ReturnType<typeof turnsOf>
  out: WayOut
}

/** A program of a connector's in a process that has nothing but its code and a folder. */
export const startApart: NonNullable<Reach['apart']> = ({ memory_mb, ...program }) =>
  startChild({ ...program, memory_mb: () => memory_mb })

/** A run keeps such a process as long as it lives: those it shares its own with have none meanwhile. */
const keptApart: typeof startApart = (program) => {
  const kept = keep()
  return startApart({
    ...program,
    ended(...how) {
      void kept.then((letGo) => letGo())
      program.ended(...how)
    },
  })
}

/** A connection is read again after so long: a step may ask for it with every record. */
const known_ms = 5_000

/** The connections of a project by the names its workflows use: its own before those of all projects. */
export function openConnections({ db, key, scope, connectors, ways, files, folder, learn }: Opening) {
  const storedFiles = openStoredFiles(files, folder)
  const queues = new Map<string, ReturnType<typeof createSemaphore>>()
  const known = new Map<string, { opened: Promise<Opened>; until: number }>()

  async function openedBy(name: string): Promise<Opened> {
    const row = await inScope(db, scope, (trx) =>
      trx
        .selectFrom('connections')
        .selectAll()
        .where('name', '=', name)
        .orderBy(sql`project_id is null`)
        .limit(1)
        .executeTakeFirst(),
    )
    if (!row) throw new NotFound('CONNECTION_MISSING', texts.missing({ name }))
    if (!row.active) throw new Conflict('CONNECTION_INACTIVE', texts.inactive({ name }))
    const connector = connectors.of(row.connector)
    const body = connector && (connectors.bodies[connector.key] as ConnectorBody<unknown> | undefined)
    if (!connector || !body) throw new NotFound('CONNECTION_MISSING', texts.missing({ name }))
    const settings = settingsOf(key, connector, row)
    for (const secret of connector.secrets) {
      const value = settings[secret]
      if (typeof value === 'string' && value !== '') learn(value, `${name}.${secret}`)
    }
    // A connection that was read again has the turns it had.
    const oneByOne = queues.get(row.id) ?? createSemaphore({ at_once: 1 })
    queues.set(row.id, oneByOne)
    return { stored: row, connector, body, settings, turns: turnsOf(db, row, oneByOne), out: ways.of(row) }
  }

  function opened(name: string): Promise<Opened> {
    const found = known.get(name)
    if (found && Date.now() < found.until) return found.opened
    const fresh = openedBy(name)
    known.set(name, { opened: fresh, until: Date.now() + known_ms })
    fresh.catch(() => known.delete(name))
    return fresh
  }

  /** What did not answer, or refused the sign-in, is looked at by itself before long. */
  const lookAgain = (id: string) =>
    inScope(db, systemScope, (trx) =>
      trx
        .updateTable('connection_health')
        .set({ next_check_at: sql`now()` })
        .where('connection_id', '=', id)
        .where('state', '=', 'healthy')
        .execute(),
    )

  /** Its requests take their turns, and those for its token leave by the same way. */
  const reachOf = ({ httpBy, signal }: Leave, { stored, connector, settings, turns, out }: Opened): Reach => {
    const http = httpBy(out)
    const tokens = { db, key, http, learn: (token: string, what: string) => learn(token, `${stored.name}.${what}`) }
    const token = tokenOf(tokens, { connector, settings, stored })
    const reach = reachBy(out, turns.http(http, signal), token, storedFiles.file)
    return { ...reach, apart: keptApart, transfer: turns.transfer(reach.transfer, signal) }
  }

  async function session<K extends Opener>(leave: Leave, name: string, kind: K): Promise<SessionOf<K>> {
    const connection = await opened(name)
    const { stored, body, settings } = connection
    const open = body[kind]
    if (!open) throw new Invalid('CONNECTION_KIND', inserted(texts.cannot({ name, need: '' }), 'need', needs[kind]()))
    const line = open(settings, reachOf(leave, connection)) as Promise<SessionOf<K>>
    return line.catch(async (error: unknown) => {
      await lookAgain(stored.id)
      throw error
    })
  }

  const connectionsBy = (leave: Leave): StepContext['connections'] => ({
    open: (name) => session(leave, name, 'open'),
    async capture(name, use) {
      const line = await session(leave, name, 'capture')
      return captureFor(db, (await opened(name)).stored, use, line).catch(async (error: unknown) => {
        await line.close()
        throw error
      })
    },
    files: async (name) => connectedFiles(await session(leave, name, 'files')),
    messages: (name) => session(leave, name, 'messages'),
    mailbox: (name) => session(leave, name, 'mailbox'),
    mail: (name) => session(leave, name, 'mail'),
    actions: (name) => session(leave, name, 'actions'),
    async http(name) {
      const connection = await opened(name)
      const { body, settings } = connection
      const { id } = connection.stored
      if (!body.http) throw new Invalid('CONNECTION_KIND', texts.notHttp({ name }))
      const { base_url, request: send } = body.http(settings, reachOf(leave, connection))
      return {
        base_url,
        async request(request: HttpRequest): Promise<HttpAnswer> {
          if (!URL.canParse(request.url) || new URL(request.url).origin !== new URL(base_url).origin)
            throw new Invalid('CONNECTION_ELSEWHERE', texts.foreign({ url: request.url, name }))
          const answer = await send(request).catch(async (error: unknown) => {
            if (error instanceof Unavailable && error.retry_after === undefined) await lookAgain(id)
            throw error
          })
          if (answer.status === 401 || answer.status === 403) await lookAgain(id)
          return answer
        },
      }
    },
  })

  return (httpBy: HttpBy, signal?: AbortSignal) => connectionsBy({ httpBy, signal })
}
