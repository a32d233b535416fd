import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { pythonTool } from './testing/foreign-tools.ts'
import { aServer, signedIn } from './testing.ts'

const { folder, missing } = await pythonTool('schemathesis', '4.32.5')
const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key })
const callers = {
  admin: await signedIn(server, { email: 'ada@weft.example', role: 'admin' }),
  app: {
    ...(await signedIn(server, { email: 'dev@conform.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
    'x-project-id': tenant.project_id,
  },
}
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.app.server.address() as AddressInfo

/** Calls that could end the fuzzer's own session or switch off its own account, after which everything is a 401. */
const ownEnd = '/auth/|/users|/sessions|/password|/settings|/route_whitelists|/clients/|/company'

for (const [host, headers] of Object.entries(callers))
  test(
    `a foreign fuzzer that reads the document finds no 500 and no undeclared answer below /api/${host}`,
    { skip: missing },
    async () => {
      const run = promisify(execFile)(
        path.join(folder, 'bin/schemathesis'),
        [
          ...['run', `http://127.0.0.1:${port}/api/docs/json`, '--no-color', '--phases', 'fuzzing', '--workers', '2'],
          ...['--seed', '1', '--max-examples', '3', '--request-timeout', '60'],
          ...['--include-path-regex', `^/api/${host}/`, '--exclude-path-regex', ownEnd],
          '--checks',
          'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance',
          ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        ],
        { cwd: folder, maxBuffer: 100 * 1024 * 1024 },
      )
      await run.catch(({ stdout }: { stdout: string }) =>
        assert.fail(/=+ FAILURES =+[^]*?(?=={5,} (WARNINGS|SUMMARY))/.exec(stdout)?.[0] ?? stdout),
      )
    },
  )
