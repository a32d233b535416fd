import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { npmTools } from './testing/foreign-tools.ts'
import { aServer } from './testing.ts'

const { folder, missing } = await npmTools()
const server = await aServer()
if (!missing) writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(server.app.swagger()))

/** Runs a foreign tool over the document; what it prints when it fails is the reason. */
async function read(tool: string, ...args: string[]) {
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [path.join(folder, 'node_modules', tool), ...args],
      { cwd: folder },
    )
    return stdout + stderr
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return assert.fail(`${stdout}\n${stderr}`.slice(0, 4000))
  }
}

test('a linter finds nothing in the OpenAPI document', { skip: missing }, async () => {
  const said = await read('@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--format=stylish')
  assert.match(said, /Your API description is valid/)
  assert.doesNotMatch(said, /warning/)
})

test('two generators make clients of it that compile, with a program against them', { skip: missing }, async () => {
  await read('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts')
  await read('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'client')
  await read(
    'typescript/bin/tsc',
    ...'--noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable --module esnext'.split(' '),
    ...'--moduleResolution bundler --allowImportingTsExtensions client-of-a-stranger.ts'.split(' '),
  )
})
