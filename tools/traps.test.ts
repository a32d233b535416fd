import assert from 'node:assert/strict'
import test from 'node:test'
import { trapsIn } from './traps.ts'

test('an error of server code that is swallowed without count and reason is refused, however it is written', () => {
  const silent = [
    'await client.end().catch(() => {})',
    'const row = await find(id).catch(() => undefined)',
    'names(folder).catch((error) => [])',
    "send(mail).catch(() => 'failed' as const)",
    'stat(path).then(() => true, () => false)',
    'void known.then((one) => one.close(), () => {})',
    "client.on('error', () => {})",
    'child.send(message, () => {})',
    'await work()\n  .catch(\n    () => {},\n  )',
    'try { beat() } catch {}',
    'try {\n  beat()\n} catch (error) {\n  // written again soon\n}',
  ]
  assert.deepEqual(
    silent.filter((code) => trapsIn('engine/jobs/example.server.ts', code).length === 0),
    [],
  )
  assert.match(
    trapsIn('kit/example.server.ts', 'begin()\nend().catch(() => {})')[0]!,
    /^kit\/example\.server\.ts:2: an error is swallowed without count and reason; use ignore /,
  )
})

test('an error that is counted, told elsewhere or decided by its kind is not refused, and neither are tests and browsers', () => {
  const heard = [
    "await client.end().catch(ignore('a connection is gone'))",
    'reading.catch(heardElsewhere)',
    'stat(path).catch(ifMissing(undefined))',
    'known.catch(() => known.delete(id))',
    "client.on('error', (error) => (failed ??= error))",
    'try {\n  return JSON.parse(text)\n} catch {\n  return undefined // no JSON\n}',
  ]
  assert.deepEqual(
    heard.flatMap((code) => trapsIn('engine/jobs/example.server.ts', code)),
    [],
  )
  for (const file of [
    'engine/workers/dispatcher.test.ts',
    'engine/storage/testing/sftp-server.ts',
    'kit/ui/table.ts',
    'apps/web/shell/start.web.tsx',
  ])
    assert.deepEqual(trapsIn(file, 'end().catch(() => {})'), [], file)
})

test('server code writes to the log, not to the console', () => {
  assert.equal(trapsIn('engine/jobs/example.server.ts', "console.warn('no room')").length, 1)
  assert.deepEqual(trapsIn('apps/supervisor/supervise.ts', "console.log('Weft is ready')"), [])
})
