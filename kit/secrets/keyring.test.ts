import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { keyFile, parseKey, keyTexts, newKeyText, openKeyring, writeKeyTexts } from './keyring.server.ts'

const home = mkdtempSync(path.join(tmpdir(), 'weft-keys-'))
after(() => rmSync(home, { recursive: true }))

test('the file is made on first use, for its owner only, and stays', () => {
  const keys = openKeyring(home, {})
  assert.equal(statSync(keyFile(home)).mode & 0o777, 0o600)
  assert.equal(openKeyring(home, {}).current().id, keys.current().id)
  assert.equal(keys.all().length, 1)
})

test('a process notices the next key with its next secret and keeps knowing the one before', () => {
  const keys = openKeyring(home, {})
  const before = keys.current()
  const next = newKeyText()
  writeKeyTexts(home, [next, ...keyTexts(home)])
  assert.equal(keys.current().id, parseKey(next).id)
  assert.deepEqual(keys.find(before.id)?.bytes, before.bytes)
  assert.equal(statSync(keyFile(home)).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(home), ['secret.key'])
  writeKeyTexts(home, [next])
  assert.equal(keys.find(before.id), undefined)
})

test('a key that an older version was in the middle of changing to is known as well', () => {
  writeFileSync(`${keyFile(home)}.next`, 'the next key')
  assert.ok(openKeyring(home, {}).find(parseKey('the next key').id))
})

test('keys of the environment go before the file; the other one only opens', () => {
  const keys = openKeyring(home, {
    WEFT_SECRET_KEY: 'the key of the environment',
    WEFT_OTHER_SECRET_KEY: 'another key',
  })
  assert.deepEqual(
    keys.all().map(({ id }) => id),
    [parseKey('the key of the environment').id, parseKey('another key').id],
  )
  assert.equal(keys.current().id, parseKey('the key of the environment').id)
})

test('of processes that start at once on a new home each knows the same key', async () => {
  const code = `import { openKeyring } from ${JSON.stringify(path.join(import.meta.dirname, 'keyring.server.ts'))}
    process.stdin.once('data', () => { for (let n = 0; n < 200; n++) console.log(openKeyring(\`${home}/\${n}\`, {}).current().id); process.exit() })
    console.log('ready')`
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const said = children.map(({ stdout }) => {
    let text = ''
    stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    return new Promise<string>((resolve) => stdout.once('close', () => resolve(text)))
  })
  await Promise.all(children.map(({ stdout }) => new Promise((resolve) => stdout.once('data', resolve))))
  for (const { stdin } of children) stdin.end('begin')
  const [first, ...others] = await Promise.all(said)
  assert.equal(first!.trim().split('\n').length, 201)
  for (const other of others) assert.equal(other, first)
})
