import type { ConnectorSession, ReadBatch, TableQuery } from '@weft/kit/define/connector-session.ts'
import { compareValues } from '@weft/kit/define/compare.ts'
import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { checkHttp } from '@weft/kit/http-sign-in/check-http.server.ts'
import { signedHttp } from '@weft/kit/http-sign-in/signed-http.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { refuseFailure, xmlIn } from '@weft/kit/web-tables/answer.server.ts'
import { fittingIn } from '@weft/kit/web-tables/fitting.ts'
import { largestOf } from '@weft/kit/web-tables/latest.ts'
import { narrowed } from '@weft/kit/web-tables/narrowed.ts'
import { entriesIn, entryFields } from './entries.ts'
import { feed } from './feed.ts'

const texts = defineMessages({
  missing: { en: 'The connection has no feed called {name}.', de: 'Die Verbindung hat keinen Feed namens {name}.' },
  entries: {
    en: '{count, plural, one {# entry} other {# entries}}',
    de: '{count, plural, one {# Eintrag} other {# Einträge}}',
  },
})

type Feeds = { base_url: string; feeds: { name: string; path: string }[] }
const urlOf = (base: string, path: string) =>
  path === '' ? base : `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`

export const feedBody = defineConnectorBody(feed, {
  async check(settings, reach, passed) {
    const url = urlOf(settings.base_url, settings.feeds[0]!.path)
    const answer = await checkHttp(settings, reach, passed, { method: 'GET', url })
    passed('sign_in', `HTTP ${answer.status}`)
    passed('sample', texts.entries({ count: entriesIn(xmlIn(url, answer), url).length }))
  },
  open: async (settings, reach) => feedSession(settings, signedHttp(settings, reach)),
  http: (settings, reach) => ({ base_url: settings.base_url, request: signedHttp(settings, reach) }),
})

/** Feeds as tables. A feed is one answer that is read whole, the oldest entry first. */
function feedSession({ base_url, feeds }: Feeds, request: StepContext['http']): ConnectorSession {
  const load = async (name: string): Promise<{ entries: DataRecord[]; bytes: number }> => {
    const found = feeds.find((one) => one.name === name)
    if (!found) throw new NotFound('TABLE_MISSING', texts.missing({ name }))
    const url = urlOf(base_url, found.path)
    const answer = await request({ method: 'GET', url, timeout_ms: 60_000 })
    refuseFailure(url, answer)
    const entries = entriesIn(xmlIn(url, answer), url)
    return {
      entries: entries.toSorted((a, b) => compareValues(a['updated_at'], b['updated_at'])),
      bytes: answer.body.length,
    }
  }
  async function* read(query: TableQuery): AsyncGenerator<ReadBatch> {
    const { entries, bytes } = await load(query.table)
    const { order } = query
    const name = order?.replace(/^-/, '') ?? ''
    const sorted = order
      ? entries.toSorted((a, b) => compareValues(a[name], b[name]) * (order.startsWith('-') ? -1 : 1))
      : entries
    const records = narrowed(sorted, query).slice(0, query.limit)
    const size = fittingIn(bytes, entries.length, query.batch)
    // Without a cursor: the feed is another one by then, so the engine keeps what came.
    for (let i = 0; i < records.length; i += size) yield { records: records.slice(i, i + size) }
  }
  return {
    discover: async () => feeds.map(({ name }) => ({ name, kind: 'resource', rows: null, bytes: null })),
    async describe(name) {
      const { entries } = await load(name)
      const described = { name, kind: 'resource' as const, rows: entries.length, bytes: null, fields: entryFields }
      return { ...described, key: ['id'], cursors: ['updated_at', 'published_at'], references: [] }
    },
    latest: (table, field) => largestOf(read({ table }), field),
    read,
    close: async () => undefined,
  }
}
