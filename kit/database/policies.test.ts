import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../testing/database.ts'
import { levelRoles } from './migrate.server.ts'

type Policy = { table: string; roles: string[]; command: string; rule: string }

const { owner_url } = await testDatabase()
const owner = new pg.Client({ connectionString: owner_url })
await owner.connect()
const { rows: tables } = await owner.query<{ name: string; secured: boolean; forced: boolean; owner: string }>(`
  select relname as name, relrowsecurity as secured, relforcerowsecurity as forced, relowner::regrole::text as owner
  from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1`)
const { rows: policies } = await owner.query<Policy>(`
  select tablename as table, roles::text[], cmd as command, concat_ws(' / ', qual, with_check) as rule
  from pg_policies where schemaname = 'public' order by 1`)
const { rows: grants } = await owner.query<{ table: string; role: string; command: string }>(`
  select table_name as table, grantee as role, privilege_type as command from information_schema.role_table_grants
  where table_schema = 'public' and table_name <> 'migrations' and grantee <> 'postgres'`)
await owner.end()

/** What a policy for ALL stands for. */
const commandsOf = ({ command }: Policy) => (command === 'ALL' ? ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] : [command])

/** Who is asking, as a query of its own: the planner knows nothing of what it answers and takes each tenant for an average one (0219). */
const unknown = /SELECT weft_\w+\(/

for (const { name, secured, forced, owner: owns } of tables) {
  const own = policies.filter(({ table }) => table === name)

  test(`${name} is closed to all but its policies, and each of them names one role`, () => {
    assert.deepEqual([secured, forced], [true, true])
    assert.deepEqual(
      own.filter(({ roles }) => roles.length !== 1 || ![owns, ...levelRoles].includes(roles[0]!)),
      [],
    )
  })

  test(`no role has two policies for the same command on ${name}, which would be or-ed`, () => {
    const each = own.flatMap((policy) => commandsOf(policy).map((command) => `${policy.roles.join(' ')} ${command}`))
    assert.deepEqual(each, [...new Set(each)])
  })

  test(`the policies on ${name} compare with what the planner knows`, () => {
    assert.deepEqual(
      own.filter(({ rule }) => unknown.test(rule)),
      [],
    )
  })

  test(`each level may read ${name}, and write it only where a policy says which rows`, () => {
    const granted = grants.filter(({ table }) => table === name).map(({ role, command }) => `${role} ${command}`)
    const named = own
      .filter(({ roles }) => roles[0] !== owns)
      .flatMap((policy) => commandsOf(policy).map((command) => `${policy.roles.join(' ')} ${command}`))
    const read = levelRoles.map((role) => `${role} SELECT`)
    assert.deepEqual(granted.sort(), [...new Set([...named, ...read])].sort())
  })
}

test('the pattern finds what the planner knows nothing of, and nothing else', () => {
  assert.ok(unknown.test('(tenant_id = ( SELECT weft_tenant() AS weft_tenant))'))
  assert.ok(!unknown.test('(tenant_id = weft_tenant())'))
})
