import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { maskedSettings, readEnvironment, settingNames } from './environment.server.ts'

const root = path.resolve(import.meta.dirname, '../..')
const refusal = (given: NodeJS.ProcessEnv) => {
  try {
    readEnvironment(given)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

test('what is not set has its default; what is empty is not set', () => {
  const {
    PORT,
    HOST,
    WEFT_DEMO,
    WEFT_SFTP_PORT,
    WEFT_TRUST_PROXY,
    WEFT_API_PER_MINUTE,
    WEFT_LOGIN_PER_MINUTE,
    DATABASE_URL,
  } = readEnvironment({ WEFT_API_PER_MINUTE: '', HOST: '' })
  assert.deepEqual(
    {
      PORT,
      HOST,
      WEFT_DEMO,
      WEFT_SFTP_PORT,
      WEFT_TRUST_PROXY,
      WEFT_API_PER_MINUTE,
      WEFT_LOGIN_PER_MINUTE,
      DATABASE_URL,
    },
    {
      PORT: 4000,
      HOST: '127.0.0.1',
      WEFT_DEMO: true,
      WEFT_SFTP_PORT: 4022,
      WEFT_TRUST_PROXY: [],
      WEFT_API_PER_MINUTE: undefined,
      WEFT_LOGIN_PER_MINUTE: 20,
      DATABASE_URL: undefined,
    },
  )
})

test('what is set comes as what it is', () => {
  const { PORT, WEFT_DEMO, WEFT_HSTS, WEFT_TRUST_PROXY } = readEnvironment({
    PORT: '8080',
    WEFT_DEMO: '0',
    WEFT_HSTS: '1',
    WEFT_TRUST_PROXY: '10.0.0.1, 2001:db8::/32',
  })
  assert.deepEqual([PORT, WEFT_DEMO, WEFT_HSTS, WEFT_TRUST_PROXY], [8080, false, true, ['10.0.0.1', '2001:db8::/32']])
  assert.deepEqual(readEnvironment({ WEFT_TRUST_PROXY: '1' }).WEFT_TRUST_PROXY, [
    'loopback',
    'linklocal',
    'uniquelocal',
  ])
})

test('a wrong value is refused with its name, what was given and what is allowed', () => {
  for (const [given, sentence] of [
    [{ WEFT_API_PER_MINUTE: 'abc' }, 'WEFT_API_PER_MINUTE is "abc", but must be a whole number from 1 to 999999999.'],
    [{ WEFT_LOGIN_PER_MINUTE: '0' }, 'WEFT_LOGIN_PER_MINUTE is "0", but must be a whole number from 1 to 999999999.'],
    [
      { WEFT_TRUST_PROXY: 'true' },
      'WEFT_TRUST_PROXY is "true", but must be 1 (any proxy of the own network), 0, or the addresses and ranges of the proxies, separated by commas.',
    ],
    [{ WEFT_TRUST_PROXY: '10.0.0.0/40' }, 'WEFT_TRUST_PROXY is "10.0.0.0/40", but must be'],
    [{ PORT: '70000' }, 'PORT is "70000", but must be a whole number from 1 to 65535.'],
    [
      { HOST: 'not a host' },
      'HOST is "not a host", but must be an address of this machine such as 127.0.0.1, or 0.0.0.0 for all of them.',
    ],
    [{ WEFT_DEMO: 'yes' }, 'WEFT_DEMO is "yes", but must be 1 or 0.'],
    [{ WEFT_LOG: 'loud' }, 'WEFT_LOG is "loud", but must be trace, debug, info, warn, error, fatal or silent.'],
    [{ WEFT_API_PER_MINTUE: '5' }, 'WEFT_API_PER_MINTUE is no setting of Weft. Did you mean WEFT_API_PER_MINUTE?'],
    [{ WEFT_COLOUR: 'blue' }, 'WEFT_COLOUR is no setting of Weft.'],
  ] as const)
    assert.ok(refusal(given)?.includes(sentence), `${JSON.stringify(given)}: ${refusal(given)}`)
})

test('every wrong setting is named at once, and a secret is not repeated', () => {
  const said = refusal({ PORT: 'x', DATABASE_URL: 'mysql://root:hunter2@db/weft', WEFT_METRICS_TOKEN: 'hunter2' })!
  assert.deepEqual(said.match(/^ {2}\w+/gm), ['  PORT', '  DATABASE_URL', '  WEFT_METRICS_TOKEN'])
  assert.doesNotMatch(said, /hunter2/)
})

test('the log says of a secret only that it is set', () => {
  const shown = maskedSettings(
    readEnvironment({
      WEFT_SECRET_KEY: 'hunter2-hunter2',
      DATABASE_URL: 'postgres://weft:hunter2@db/weft',
      WEFT_ADMIN_PASSWORD: 'hunter2',
      PORT: '8080',
    }),
  )
  assert.deepEqual(
    [
      shown['WEFT_SECRET_KEY'],
      shown['DATABASE_URL'],
      shown['WEFT_ADMIN_PASSWORD'],
      shown['WEFT_METRICS_TOKEN'],
      shown['PORT'],
    ],
    ['***', '***', '***', undefined, 8080],
  )
})

test('whatever a setting is given, it is read or refused in words', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...settingNames()),
      fc.oneof(fc.string(), fc.constantFrom('0', '1', '-1', '1e3', 'true', 'null', '::', '0x10', '1'.repeat(400))),
      (name, value) => {
        const said = refusal({ [name]: value })
        assert.ok(said === undefined || said.includes(`${name} is `), said)
      },
    ),
  )
})

test('the table of settings in README.md names every setting with its default, and no other', () => {
  const rows = readFileSync(path.join(root, 'README.md'), 'utf8')
    .split('## Settings')[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const table = new Map(
    rows.flatMap((row) => {
      const [names = '', value = ''] = row.split('|').slice(1)
      const defaults = value.split(',').map((one) => one.trim())
      const found = [...names.matchAll(/`([A-Z_]+)`/g)]
      return found.map(
        ([, name], i) => [name!, found.length === defaults.length ? defaults[i]! : value.trim()] as const,
      )
    }),
  )
  assert.deepEqual([...table.keys()].sort(), [...settingNames()].sort())
  const fresh = readEnvironment({})
  for (const name of settingNames()) {
    const standard = fresh[name]
    if (typeof standard === 'number' || (typeof standard === 'string' && name !== 'WEFT_HOME'))
      assert.match(table.get(name)!, new RegExp(`(^|\\W)${String(standard).replaceAll('.', '\\.')}($|\\W)`), name)
  }
})

test('no file of the product reads a setting from the environment by itself', () => {
  const files = globSync('{apps,engine,kit,catalogue,designers}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      '**/testing/**',
      '**/testing.ts',
      '**/*.test.ts',
      'apps/web/journeys/**',
      'apps/web/vite.config.ts',
      'kit/env/**',
    ],
  })
  assert.ok(files.length > 500)
  const reading = files.filter((file) =>
    /process\.env(\.|\[)\W*(?!PATH\b|NODE_COMPILE_CACHE\b|FONTCONFIG_FILE\b|WEFT_PROGRAMS\b)\w/.test(
      readFileSync(path.join(root, file), 'utf8'),
    ),
  )
  assert.deepEqual(reading, [])
})
