import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

type Order = { id: number; customer: string; total: string; changed_at: string }
type Asked = { method: string; path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: string }

const orders = (count: number): Order[] =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    customer: `Kunde ${i + 1}`,
    total: '12345678901234567890.50',
    changed_at: new Date(Date.UTC(2026, 10, 1, 0, i)).toISOString(),
  }))

/** A shop over HTTP with every way of paging there is, and every way to go wrong. */
export async function aShop(count = 25) {
  const rows = new Map(orders(count).map((order) => [String(order.id), order]))
  const asked: Asked[] = []
  let failures = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://shop')
    void request.toArray().then((chunks) => {
      const body = Buffer.concat(chunks as Buffer[]).toString()
      const one = {
        method: request.method!,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
      }
      asked.push(one)
      const [, name = '', id] = url.pathname.split('/')
      const route = routes[name]
      return route ? route(one, response, id) : response.writeHead(404).end()
    })
  })
  const all = () => [...rows.values()]
  const json = (response: ServerResponse, value: unknown, status = 200, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(written(value))
  /** At most ten at once, whatever is asked for. */
  const slice = ({ query }: Asked, from: number) =>
    all().slice(from, from + Math.min(10, Number(query.get('size') ?? 10)))

  const routes: Record<string, (asked: Asked, response: ServerResponse, id?: string) => unknown> = {
    orders(one, response, id) {
      if (one.method === 'POST') {
        const { order } = JSON.parse(one.body) as { order: Partial<Order> }
        if (!order.customer) return json(response, { errors: [{ message: 'customer is missing' }] }, 422)
        const made = { ...order, id: rows.size + 1 } as Order
        rows.set(String(made.id), made)
        return json(response, { data: made }, 201)
      }
      if (id !== undefined) {
        const found = rows.get(decodeURIComponent(id))
        if (!found) return json(response, { message: `no order ${id}` }, 404)
        if (one.method === 'DELETE') return (rows.delete(id), response.writeHead(204).end())
        if (one.method === 'PATCH') rows.set(id, { ...found, ...(JSON.parse(one.body) as { order: Order }).order })
        return json(response, { data: rows.get(id) })
      }
      const since = one.query.get('since')
      const changed = all().filter(({ changed_at }) => !since || Date.parse(changed_at) >= Date.parse(since))
      const from = (Number(one.query.get('page') ?? 1) - 1) * 10
      return json(response, { data: { items: changed.slice(from, from + 10) } })
    },
    offset: (one, response) => json(response, slice(one, Number(one.query.get('start') ?? 0))),
    behind(one, response) {
      const after = Number(one.query.get('after') ?? 0)
      return json(response, slice(one, all().filter(({ id }) => id <= after).length))
    },
    token(one, response) {
      const from = Number(one.query.get('token') ?? 0)
      return json(response, { rows: slice(one, from), meta: { next: from + 10 < rows.size ? from + 10 : null } })
    },
    linked(one, response) {
      const from = Number(one.query.get('from') ?? 0)
      const more = from + 10 < rows.size
      json(response, slice(one, from), 200, more ? { link: `</linked?from=${from + 10}>; rel="next"` } : {})
    },
    away: (_, response) => json(response, [{ id: 1 }], 200, { link: '<https://evil.example/>; rel="next"' }),
    xml(_, response) {
      const entries = all().map(
        ({ id, customer }) => `<order id="${id}"><customer>${customer} &amp; Co</customer></order>`,
      )
      response.writeHead(200, { 'content-type': 'text/xml' }).end(`<shop><orders>${entries.join('')}</orders></shop>`)
    },
    empty: (_, response) => response.writeHead(200, { 'content-type': 'text/xml' }).end('<shop><orders/></shop>'),
    csv: (_, response) =>
      response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' }).end(
        gzipSync(
          `id;customer\n${all()
            .map(({ id, customer }) => `${id};"${customer}; Süd"`)
            .join('\n')}\n`,
        ),
      ),
    looping: (_, response) => json(response, { rows: all().slice(0, 3), meta: { next: 'again' } }),
    ignoring: (_, response) => json(response, all().slice(0, 3)),
    cut: (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('[\n  {"id": 1},\n  {"id": '),
    scalar: (_, response) => json(response, { data: { items: { nothing: 'here' } } }),
    limited(_, response) {
      if (++failures % 3 !== 0) return response.writeHead(429, { 'retry-after': '0' }).end('slow down')
      return json(response, all())
    },
    broken: (_, response) => (++failures % 3 === 0 ? json(response, all()) : response.writeHead(500).end('<html>')),
    slow: () => undefined,
    denied: (_, response) => response.writeHead(401).end(),
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    rows,
    asked,
    close: () => new Promise<void>((done) => (server.closeAllConnections(), server.close(() => done()))),
  }
}

/** Totals are numbers with more digits than a double has. */
const written = (value: unknown) => JSON.stringify(value).replaceAll(/"total":"([\d.]+)"/g, '"total":$1')
