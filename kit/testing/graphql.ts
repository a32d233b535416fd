import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSchema, createYoga } from 'graphql-yoga'

const orders = Array.from({ length: 25 }, (_, i) => ({
  id: String(i + 1),
  customer: { name: `Kunde ${i + 1}` },
  total: (i + 1) / 4,
  changedAt: new Date(Date.UTC(2026, 10, 1, 0, i)).toISOString(),
}))

const typeDefs = `
  type Customer { name: String! }
  type Order { id: ID!, customer: Customer!, total: Float!, changedAt: String!, fragile: String }
  type Edge { cursor: String!, node: Order }
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
  type Orders { nodes: [Order!]!, edges: [Edge!]!, pageInfo: PageInfo! }
  type Query { orders(first: Int, after: String, since: String): Orders!, circle(after: String): Orders! }
  type Mutation { ship(id: ID!, note: String): Order! }`

/** GraphQL Yoga with orders in pages, for whoever has the token. */
export async function graphqlCounterpart() {
  const shipped: string[] = []
  const page = (from: number, size: number, list = orders) => {
    const nodes = list.slice(from, from + size)
    const end = from + nodes.length
    const pageInfo = { hasNextPage: end < list.length, endCursor: nodes.length > 0 ? String(end) : null }
    return { nodes, edges: nodes.map((node, i) => ({ cursor: String(from + i + 1), node })), pageInfo }
  }
  type Given = { first?: number; after?: string; since?: string }
  const resolvers = {
    Query: {
      orders: (_: unknown, { first = 10, after, since }: Given) =>
        page(Number(after ?? 0), first, since ? orders.filter((one) => one.changedAt >= since) : orders),
      circle: () => ({ ...page(0, 2), pageInfo: { hasNextPage: true, endCursor: 'again' } }),
    },
    Mutation: {
      ship(_: unknown, { id }: { id: string }) {
        const found = orders.find((one) => one.id === id)
        if (!found) throw new Error(`There is no order ${id}.`)
        shipped.push(id)
        return found
      },
    },
    Order: {
      fragile({ id }: { id: string }) {
        if (id === '3') throw new Error('it broke')
        return 'whole'
      },
    },
  }
  const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false, maskedErrors: false })
  const server = createServer((request, response) =>
    request.headers.authorization === 'Bearer right'
      ? void yoga(request, response)
      : response.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":[{"message":"who?"}]}'),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    shipped,
    close: () => new Promise<void>((done) => (server.closeAllConnections(), server.close(() => done()))),
  }
}
