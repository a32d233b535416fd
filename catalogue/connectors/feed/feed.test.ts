import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { webReach } from '@weft/kit/testing/web-reach.ts'
import { xmlTree } from '@weft/kit/xml/xml-tree.ts'
import { tablesAsDeclared } from '@weft/kit/testing/as-declared.ts'
import fc from 'fast-check'
import { entriesIn } from './entries.ts'
import { feed } from './feed.ts'
import { feedBody } from './feed.server.ts'

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:m="urn:media"><channel><title>News</title>
<item><title>Zwei</title><link>https://n.example/2</link><guid isPermaLink="false">n-2</guid><pubDate>Tue, 24 Nov 2026 10:00:00 +0100</pubDate><category>a</category><category>b</category><description>kurz</description><content:encoded><![CDATA[<p>lang</p>]]></content:encoded><m:thumb url="t.png"/></item>
<item><title>Eins</title><link>https://n.example/1</link><pubDate>Mon, 23 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>urn:1</id><title type="html">Ein &amp; Zwei</title><link rel="self" href="s"/><link href="https://a.example/1"/><updated>2026-11-24T09:00:00.5+01:00</updated><author><name>Anna</name></author><category term="x"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Hallo <b>Welt</b></div></content></entry></feed>`
const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="c"/><item rdf:about="https://r.example/1"><title>R</title><dc:date>2026-11-24</dc:date></item></rdf:RDF>`
const pages: Record<string, string> = {
  '/rss': rss,
  '/atom': atom,
  '/rdf': rdf,
  '/html': '<html/>',
  '/cut': rss.slice(0, 400),
}
const server = createServer((request, response) => {
  const page = pages[request.url!]
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/xml; charset=utf-8' }).end(page)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
after(() => server.close())
const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const settings = feed.settings.parse({
  base_url,
  feeds: ['rss', 'atom', 'rdf', 'html', 'cut', 'gone'].map((name) => ({ name, path: name })),
})
const session = await feedBody.open!(settings, webReach)
test('it can do what it says', () => tablesAsDeclared(feed, session))
const all = async (query: Parameters<typeof session.read>[0]) => {
  const records: DataRecord[] = []
  for await (const batch of session.read(query)) records.push(...batch.records)
  return records
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing went wrong',
    (error: WeftError) => `${error.code}: ${error.message}`.replaceAll(base_url, ''),
  )

test('entries of RSS and Atom are records of the same fields, the oldest first', async () => {
  const [one, two] = await all({ table: 'rss' })
  assert.deepEqual([one!['id'], one!['updated_at']], ['https://n.example/1', '2026-11-23T08:00:00.000Z'])
  assert.deepEqual(two, {
    id: 'n-2',
    title: 'Zwei',
    link: 'https://n.example/2',
    published_at: '2026-11-24T09:00:00.000Z',
    updated_at: '2026-11-24T09:00:00.000Z',
    author: null,
    categories: ['a', 'b'],
    summary: 'kurz',
    content: '<p>lang</p>',
    more: { thumb: { '@url': 't.png' } },
  })
  const [entry] = await all({ table: 'atom', fields: ['id', 'title', 'link', 'updated_at', 'author', 'content'] })
  assert.deepEqual(entry, {
    id: 'urn:1',
    title: 'Ein & Zwei',
    link: 'https://a.example/1',
    updated_at: '2026-11-24T08:00:00.500Z',
    author: 'Anna',
    content: 'Hallo Welt',
  })
  assert.deepEqual((await all({ table: 'rdf', fields: ['id', 'published_at'] }))[0], {
    id: 'https://r.example/1',
    published_at: '2026-11-24T00:00:00.000Z',
  })
})

test('what is new since the last time is found by its date', async () => {
  assert.equal(await session.latest!('rss', 'updated_at'), '2026-11-24T09:00:00.000Z')
  const changed = { field: 'updated_at', from: '2026-11-24T00:00:00Z', until: '2026-11-24T09:00:00.000Z' }
  assert.deepEqual(
    (await all({ table: 'rss', changed, fields: ['id'] })).map(({ id }) => id),
    ['n-2'],
  )
  assert.deepEqual((await session.describe('rss')).key, ['id'])
})

test('what is no feed is said, with its place', async () => {
  const steps: string[] = []
  await feedBody.check(settings, webReach, (step, detail) =>
    steps.push(`${step}: ${typeof detail === 'object' ? say(detail, 'en') : detail}`),
  )
  assert.deepEqual(steps.slice(2), ['sign_in: HTTP 200', 'sample: 2 entries'])
  assert.equal(
    await failure(all({ table: 'html' })),
    'ANSWER_INVALID: The answer of /html is neither RSS nor Atom: its root is html.',
  )
  assert.match(
    await failure(all({ table: 'cut' })),
    /^ANSWER_INVALID: The answer of \/cut cannot be read\. Line 2, column \d+: this is not well-formed XML\.$/,
  )
  assert.equal(await failure(all({ table: 'gone' })), 'HTTP_STATUS: /gone answered 404.')
  assert.equal(await failure(all({ table: 'nothing' })), 'TABLE_MISSING: The connection has no feed called nothing.')
})

test('random and cut feeds end in entries or in a sentence', () => {
  const mixed = (text: string) =>
    fc
      .tuple(fc.nat(text.length), fc.nat(60), fc.string({ maxLength: 20 }))
      .map(([at, gap, put]) => text.slice(0, at) + put + text.slice(at + gap))
  fc.assert(
    fc.property(fc.oneof(fc.string(), mixed(rss), mixed(atom), mixed(rdf)), (text) => {
      try {
        for (const entry of entriesIn(xmlTree(text), 'https://x.example/')) assert.equal(typeof entry['id'], 'string')
      } catch (error) {
        assert.ok(error instanceof WeftError, String(error))
      }
    }),
    { numRuns: 500 },
  )
})
