import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { holds } from './filter.ts'

type Row = Record<string, unknown>
type Version = 'v2' | 'v4'

const metadata = (version: Version) => `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="${version === 'v4' ? '4.0' : '1.0'}" xmlns:edmx="${version === 'v4' ? 'http://docs.oasis-open.org/odata/ns/edmx' : 'http://schemas.microsoft.com/ado/2007/06/edmx'}">
 <edmx:DataServices>
  <Schema Namespace="Shop" xmlns="${version === 'v4' ? 'http://docs.oasis-open.org/odata/ns/edm' : 'http://schemas.microsoft.com/ado/2008/09/edm'}">
   <EntityType Name="Base" Abstract="true"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Int32" Nullable="false"/></EntityType>
   <EntityType Name="Order" BaseType="Shop.Base">
    <Property Name="Customer" Type="Edm.String" MaxLength="80"/>
    <Property Name="Total" Type="Edm.Decimal" Precision="38" Scale="18"/>
    <Property Name="Big" Type="Edm.Int64"/>
    <Property Name="Paid" Type="Edm.Boolean"/>
    <Property Name="ChangedAt" Type="${version === 'v4' ? 'Edm.DateTimeOffset' : 'Edm.DateTime'}" Precision="3"/>
    <Property Name="Day" Type="${version === 'v4' ? 'Edm.Date' : 'Edm.DateTime'}"/>
    <Property Name="Opens" Type="${version === 'v4' ? 'Edm.TimeOfDay' : 'Edm.Time'}"/>
    <Property Name="Token" Type="Edm.Guid"/>
    <NavigationProperty Name="Lines" ${version === 'v4' ? 'Type="Collection(Shop.Line)"' : 'Relationship="Shop.OrderLines" FromRole="a" ToRole="b"'}/>
   </EntityType>
   <EntityType Name="Line"><Key><PropertyRef Name="Order"/><PropertyRef Name="Sku"/></Key>
    <Property Name="Order" Type="Edm.Int32" Nullable="false"/><Property Name="Sku" Type="Edm.String" Nullable="false" MaxLength="20"/><Property Name="Count" Type="Edm.Int32"/></EntityType>
   <EntityContainer Name="Container">
    <EntitySet Name="Orders" EntityType="Shop.Order">${version === 'v4' ? '<Annotation Term="Org.OData.Capabilities.V1.ChangeTracking"><Record><PropertyValue Property="Supported" Bool="true"/></Record></Annotation>' : ''}</EntitySet>
    <EntitySet Name="Lines" EntityType="Shop.Line"/>
    <EntitySet Name="Circle" EntityType="Shop.Line"/>
   </EntityContainer>
  </Schema>
 </edmx:DataServices>
</edmx:Edmx>`

const keys: Record<string, string[]> = { Orders: ['ID'], Lines: ['Order', 'Sku'] }

/** An OData service by the specification: pages of its own, filters, orders, keys, deltas, and in version 2 a token before changes. */
export async function odataService(version: Version, { page = 4 } = {}) {
  const sets: Record<string, Row[]> = {
    Orders: Array.from({ length: 25 }, (_, i) => ({
      ID: i + 1,
      Customer: i === 2 ? "O'Neil & Söhne" : `Kunde ${i + 1}`,
      Total: '12345678901234567890.123456789012345678',
      Big: '9223372036854775807',
      Paid: i % 2 === 0,
      ChangedAt: new Date(Date.UTC(2026, 10, 1, 0, i)).toISOString(),
      Day: '2026-11-01',
      Opens: '08:30:00',
      Token: `00000000-0000-4000-8000-${String(i + 1).padStart(12, '0')}`,
    })),
    Lines: [1, 2, 3].flatMap((Order) => ['a', 'b', 'c'].map((Sku) => ({ Order, Sku, Count: Order }))),
  }
  const log: { set: string; row: Row; removed: boolean }[] = []
  const asked: string[] = []

  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://odata')
    asked.push(`${request.method} ${decodeURIComponent(url.pathname + url.search).replaceAll('+', ' ')}`)
    void request.toArray().then((chunks) => {
      if (request.headers.authorization !== 'Bearer right') return response.writeHead(401).end()
      const body = Buffer.concat(chunks as Buffer[]).toString()
      return route(request, response, url, body)
    })
  })
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function route(request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
    const path = decodeURIComponent(url.pathname.replace(/^\/odata\//, ''))
    if (path === '')
      return response
        .writeHead(200, {
          'x-csrf-token': 'csrf-1',
          'set-cookie': ['s=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT', 't=2'],
        })
        .end('{}')
    if (path === '$metadata')
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(metadata(version))
    if (path === 'Circle')
      return send(response, 200, { value: [{ Order: 1, Sku: 'x' }], '@odata.nextLink': `${origin()}/odata/Circle` })
    const [, set = '', predicate] = /^(\w+)(?:\((.*)\))?$/.exec(path) ?? []
    const rows = sets[set]
    if (!rows) return fail(response, 404, `There is no ${path}.`)
    const method = request.headers['x-http-method'] ?? request.method
    if (
      method !== 'GET' &&
      version === 'v2' &&
      (request.headers['x-csrf-token'] !== 'csrf-1' || request.headers.cookie !== 's=1; t=2')
    )
      return response.writeHead(403, { 'x-csrf-token': 'Required' }).end()
    if (method === 'GET') return list(response, set, rows, url.searchParams)
    return change(response, set, rows, {
      method: String(method),
      predicate,
      row: body ? fromWire(JSON.parse(body) as Row) : {},
    })
  }

  function list(response: ServerResponse, set: string, rows: Row[], query: URLSearchParams) {
    const token = query.get('$deltatoken')
    if (token !== null) {
      const changes = token === 'latest' ? [] : log.slice(Number(token)).filter((one) => one.set === set)
      const value = changes.map(({ row, removed }) =>
        removed ? { '@removed': { reason: 'deleted' }, ID: row['ID'] } : toWire(row),
      )
      return send(response, 200, { value, '@odata.deltaLink': `${origin()}/odata/${set}?$deltatoken=${log.length}` })
    }
    const filter = query.get('$filter')
    try {
      const found = rows.filter((row) => !filter || holds(filter, row)).toSorted(byOrder(query.get('$orderby')))
      const [skip, from] = [Number(query.get('$skip') ?? 0), Number(query.get('$skiptoken') ?? 0)]
      const whole = found.slice(skip, skip + Number(query.get('$top') ?? Infinity))
      const part = whole.slice(from, from + page)
      const next = new URLSearchParams(query)
      next.set('$skiptoken', String(from + page))
      const link = from + page < whole.length ? `${origin()}/odata/${set}?${next.toString()}` : undefined
      const select = query.get('$select')?.split(',')
      const value = part.map((row) =>
        toWire(select ? Object.fromEntries(select.map((name) => [name, row[name]])) : row),
      )
      if (version === 'v4') return send(response, 200, { value, ...(link && { '@odata.nextLink': link }) })
      return send(response, 200, { d: { results: value, ...(link && { __next: link }) } })
    } catch (error) {
      return fail(response, 400, (error as Error).message)
    }
  }

  function change(
    response: ServerResponse,
    set: string,
    rows: Row[],
    { method, predicate, row }: { method: string; predicate: string | undefined; row: Row },
  ) {
    if (predicate === undefined) {
      if (!row['Customer'] && set === 'Orders') return fail(response, 400, 'Customer is mandatory.')
      const made =
        set === 'Orders' ? { ...row, ID: row['ID'] ?? Math.max(...rows.map((one) => Number(one['ID']))) + 1 } : row
      if (rows.some((one) => keys[set]!.every((name) => one[name] === made[name as never])))
        return fail(response, 409, 'It is there already.')
      rows.push(made)
      log.push({ set, row: made, removed: false })
      return send(response, 201, version === 'v4' ? toWire(made) : { d: toWire(made) })
    }
    const at = rows.findIndex((one) => holds(predicateFilter(set, predicate), one))
    if (at < 0) return fail(response, 404, 'It is not there.')
    if (method === 'DELETE') log.push({ set, row: rows.splice(at, 1)[0]!, removed: true })
    else log.push({ set, row: Object.assign(rows[at]!, row), removed: false })
    return response.writeHead(204).end()
  }

  const fail = (response: ServerResponse, status: number, message: string) =>
    send(response, status, {
      error: { code: 'X', message: version === 'v4' ? message : { lang: 'en', value: message } },
    })
  const send = (response: ServerResponse, status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

  function toWire(row: Row): Row {
    if (version === 'v4') return { '@odata.etag': 'W/"1"', ...row }
    const ticks = (value: unknown) => (typeof value === 'string' ? `/Date(${Date.parse(value)})/` : value)
    const { ChangedAt, Day, Opens, ...rest } = row
    const dated = {
      ...('ChangedAt' in row && { ChangedAt: ticks(ChangedAt) }),
      ...('Day' in row && { Day: ticks(Day) }),
    }
    const time = Opens === undefined ? {} : { Opens: 'PT8H30M0S' }
    return { __metadata: { uri: 'x' }, ...rest, ...dated, ...time, Lines: { __deferred: { uri: 'x' } } }
  }
  const fromWire = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const ticks = /^\/Date\((\d+)\)\/$/.exec(String(value))
        return [name, ticks ? new Date(Number(ticks[1])).toISOString() : value]
      }),
    )

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    base_url: `${origin()}/odata`,
    sets,
    asked,
    close: () => new Promise<void>((done) => (server.closeAllConnections(), server.close(() => done()))),
  }
}

const predicateFilter = (set: string, predicate: string) =>
  predicate.includes('=')
    ? predicate.replaceAll('=', ' eq ').replaceAll(',', ' and ')
    : `${keys[set]![0]} eq ${predicate}`

function byOrder(order: string | null) {
  const parts = (order ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => part.trim().split(' '))
  return (a: Row, b: Row) => {
    for (const [name, direction] of parts) {
      const [x, y] = [a[name!] as string, b[name!] as string]
      if (x !== y) return (x < y ? -1 : 1) * (direction === 'desc' ? -1 : 1)
    }
    return 0
  }
}
