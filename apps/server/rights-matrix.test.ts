import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { contracts } from '@weft/contracts/all.ts'
import type { RouteContract } from '@weft/kit/contracts/route.ts'
import { createApp } from '@weft/kit/http/app.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { isReadyMade, readyMade, rolesOf, type Role, type UserKind } from '@weft/kit/define/permissions.ts'
import { guard } from './auth/guard.ts'
import { routes } from './features/all.ts'
import { aServer, signedIn, supporting } from './testing.ts'

// Every route of the reference × every role × own and foreign tenant. What is decided stands in docs/permissions.md, written by hand or
// by `npm run permissions` and looked at; that it is what the guard does is asked of the guard itself, route by route.

const server = await aServer()
const { context } = server
const [north, south] = await inScope(context.db, systemScope, async (trx) => {
  const tenant = async (name: string) => {
    const partner = await trx
      .insertInto('partners')
      .values({ name: `Partner ${name}`, workspace: `p-${name}.example`, api_token: `partner-${name}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await trx
      .insertInto('tenants')
      .values({
        name,
        partner_id: partner.id,
        workspace: `${name}.example`,
        api_token: `token-${name}`,
        active: true,
        status: 'active',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: id!, partner_id: partner.id!, api_token: `token-${name}`, partner_key: `partner-${name}` }
  }
  return [await tenant('north'), await tenant('south')] as const
})
const projectOf = (tenant_id: string) =>
  inScope(context.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow(),
  ).then(({ id }) => id!)
const projects = { own: await projectOf(north.id), foreign: await projectOf(south.id) }

const kindOf = (role: Role) => (Object.keys(rolesOf) as UserKind[]).find((kind) => rolesOf[kind].includes(role))!
type Headers = Record<string, string>
const people = new Map<Role, { kind: UserKind; bare: Headers; own: Headers; foreign: Headers }>()
for (const role of Object.values(rolesOf).flat()) {
  const kind = kindOf(role)
  const bare: Headers = await signedIn(server, {
    email: `the.${role}@${kind === 'admin' ? 'weft' : 'north'}.example`,
    role,
    ...(kind === 'partner' && { partner_id: north.partner_id }),
    ...(kind === 'client' && { tenant_id: north.id }),
  })
  const named = {
    ...bare,
    'x-api-key': north.api_token,
    'x-partner-key': north.partner_key,
    'x-project-id': projects.own,
  }
  if (kind !== 'client') await supporting(server, bare, north.id)
  people.set(role, {
    kind,
    bare,
    own: named,
    foreign: {
      ...bare,
      'x-api-key': south.api_token,
      'x-partner-key': south.partner_key,
      'x-project-id': projects.foreign,
    },
  })
}

/** The guard and every route, each answering 299 in place of its work: what is asked is who gets that far. */
const app = await createApp({ version: '0', perMinute: async () => 10_000_000 })
guard(app, context.db)
app.addHook('preValidation', async (request, reply) => {
  if (!request.is404) await reply.code(299).send()
})
await app.register(routes(context, 'app'), { prefix: '/api/app' })
await app.ready()
after(() => app.close())

type Line = { method: string; url: string; scope: string; permission: string }
const decided = readFileSync(path.resolve(import.meta.dirname, '../../docs/permissions.md'), 'utf8')
  .split('\n')
  .flatMap((line): Line[] => {
    const [, method, url, scope, permission] =
      /^\| (GET|POST|PUT|DELETE|PATCH) \| `([^`]+)` \| (\w+) \| (\S+) \|/.exec(line) ?? []
    return method ? [{ method, url: url!, scope: scope!, permission: permission! }] : []
  })
const documented = Object.entries((app.swagger() as { paths: Record<string, object> }).paths).flatMap(([url, verbs]) =>
  Object.keys(verbs).map((method) => `${method.toUpperCase()} ${url.replace('/api/app', '')}`),
)

test('the table of permissions decides every route of the reference, and no other', () => {
  const known = new Set(decided.map(({ method, url }) => `${method} ${url}`))
  assert.deepEqual(
    documented.filter((route) => !known.has(route)).sort(),
    [],
    'not decided: run `npm run permissions` and look at what it adds',
  )
  assert.deepEqual(
    [...known].filter((route) => !documented.includes(route)).sort(),
    [],
    'decided, but no route any more',
  )
})

/** The matrix of decisions, once more and in its own words: rows and columns as there. */
const matrix: Record<string, string[]> = Object.fromEntries(
  `system all - - - - - - -
partners all V - - - - - -
tenants all VCU V V V V V V
company all all V VU V V V V
users all all V all V - - -
billing all VU - VU - - - -
projects all all V all V V V V
workflows VX all VR all VCURPX VR V V
structures all all V all VCUP V V V
records V VUX V all VCUX VU VX V
insights V all V all all V VCUX V
queries R R - R R - R -
connections V VCU V all VCUR V - -
references V VCU V all VCUD VU V V
agents V V V all V V - -
jobs VR VR VR VR VR VR V V
tokens V all - all VCU V - -
audit V V - V - - - -
own all all all all all all all all`
    .split('\n')
    .map((row) => [row.split(' ')[0]!, row.split(' ').slice(1)]),
)
const columns: Role[] = [
  'admin',
  'partner_admin',
  'partner_staff',
  'tenant_admin',
  'developer',
  'operator',
  'analyst',
  'viewer',
]
const letter: Record<string, string> = {
  view: 'V',
  create: 'C',
  update: 'U',
  delete: 'D',
  run: 'R',
  publish: 'P',
  export: 'X',
}

function granted(role: Role, permission: string): boolean {
  if (permission === '–') return true
  const [subject, action] = permission.split('.') as [string, string]
  const cell = matrix[subject]![columns.indexOf(role)]!
  return cell === 'all' || cell.includes(letter[action]!)
}

/** Who gets as far as the route: 299, or why not. */
function expected({ scope, permission }: Line, role: Role, where: 'own' | 'foreign'): number {
  const kind = kindOf(role)
  if (scope === 'public') return 299
  if (!granted(role, permission)) return 403
  if (scope === 'provider') return kind === 'admin' ? 299 : 403
  if (scope === 'partner') return kind === 'client' ? 403 : 299
  if (scope === 'tenant' || scope === 'project' || scope === 'level') return where === 'own' ? 299 : 403
  return 299
}

const id = '00000000-0000-4000-8000-00000000000a'
const urlOf = (line: Line) => `/api/app${line.url.replaceAll(/\{(\w+)\}/g, id)}`
const ask = async (line: Line, headers: Headers) =>
  (await app.inject({ method: line.method as 'GET', url: urlOf(line), headers })).statusCode

test('nobody who is not signed in gets as far as any route that is not public', async () => {
  for (const line of decided)
    assert.equal(await ask(line, {}), line.scope === 'public' ? 299 : 401, `${line.method} ${line.url}`)
})

for (const role of columns)
  test(`${role} gets as far as every route that is decided, and no further, in the own tenant and in a foreign one`, async () => {
    assert.ok(isReadyMade(role))
    const { own, foreign } = people.get(role)!
    const wrong: string[] = []
    for (const line of decided)
      for (const [where, headers] of [
        ['own', own],
        ['foreign', foreign],
      ] as const) {
        const [is, wanted] = [await ask(line, headers), expected(line, role, where)]
        if (is !== wanted) wrong.push(`${line.method} ${line.url} (${where}): ${is} instead of ${wanted}`)
      }
    assert.deepEqual(wrong, [])
  })

test('without a support access nobody from above gets into a tenant', async () => {
  await inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('support_accesses')
      .set({ ended_at: new Date().toISOString() })
      .where('ended_at', 'is', null)
      .execute(),
  )
  for (const role of ['admin', 'partner_admin', 'partner_staff'] as const)
    for (const line of decided.filter(
      ({ scope, permission }) => (scope === 'tenant' || scope === 'project') && granted(role, permission),
    ))
      assert.equal(await ask(line, people.get(role)!.own), 403, `${role} ${line.method} ${line.url}`)
})

const forPeople = new Set(
  Object.entries(contracts as Record<string, RouteContract>)
    .filter(([, { scope, peopleOnly }]) => scope === 'user' || peopleOnly)
    .map(([key]) => key.replaceAll(/:(\w+)/g, '{$1}')),
)
const inProject = /^(workflows|structures|records|insights|queries|connections|references|jobs|tokens|projects)\./

for (const [level, role, project_id] of [
  ['provider', 'admin', undefined],
  ['partner', 'partner_admin', undefined],
  ['tenant', 'tenant_admin', undefined],
  ['project', 'tenant_admin', projects.own],
] as const)
  test(`a service account of a ${level} gets as far as its maker, but to nothing that is for people and nowhere beyond`, async () => {
    const maker = people.get(role)!
    const permissions = [...readyMade(role)].filter(
      (one) => !one.startsWith('own.') && (!project_id || inProject.test(one)),
    )
    const made = await server.app.inject({
      method: 'POST',
      url: '/api/app/service_accounts',
      headers: maker.bare,
      payload: { name: `Of a ${level}`, permissions, ...(project_id && { project_id }) },
    })
    assert.equal(made.statusCode, 201, made.body)
    const authorization = `Bearer ${(made.json() as { data: { token: string } }).data.token}`
    const may = (line: Line): number => {
      if (forPeople.has(`${line.method} ${line.url}`) || !granted(role, line.permission)) return 403
      if (line.permission !== '–' && !permissions.some((one) => one === line.permission)) return 403
      if (level === 'project' && line.permission !== '–')
        return line.scope === 'project' || (line.scope === 'tenant' && line.permission.startsWith('jobs.')) ? 299 : 403
      return expected(line, role, 'own')
    }
    const wrong: string[] = []
    for (const line of decided.filter(({ scope }) => scope !== 'public')) {
      // Bare: from above nobody names a tenant, and a tenant's account names its own; only its project has to be said.
      const isAbove = level === 'provider' || level === 'partner'
      const headers = { authorization, ...(level === 'tenant' && { 'x-project-id': projects.own }) }
      const [is, allowed] = [await ask(line, headers), may(line)]
      const named = isAbove && (line.scope === 'tenant' || line.scope === 'project') && allowed === 299 ? 422 : allowed
      const wanted = level === 'provider' && line.scope === 'partner' ? 403 : named
      if (is !== wanted) wrong.push(`${line.method} ${line.url}: ${is} instead of ${wanted}`)
      if (line.scope === 'project' || line.scope === 'tenant')
        for (const foreign of [{ 'x-api-key': south.api_token }, { 'x-project-id': projects.foreign }] as Headers[]) {
          if (line.scope === 'tenant' && 'x-project-id' in foreign) continue
          const got = await ask(line, { ...headers, ...foreign })
          if (got === 299) wrong.push(`${line.method} ${line.url} lets it into a foreign ${Object.keys(foreign)[0]}`)
        }
    }
    assert.deepEqual(wrong, [])
  })
