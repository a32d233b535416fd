import assert from 'node:assert/strict'
import test from 'node:test'
import { ignore, ignoring } from './ignore.server.ts'
import { createLog } from './log.server.ts'
import { registry } from './metrics.server.ts'

test('a line of the log is JSON with its time, level and cause, and hides secrets', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } })
  log.warn(
    {
      tenant_id: 't1',
      token: 'abc',
      err: Object.assign(new Error('refused'), { detail: 'Key (email)=(ada@example.org)' }),
    },
    'the queue stands still',
  )
  const { time, level, tenant_id, token, err, msg } = JSON.parse(lines[0]!) as {
    time: string
    level: number
    tenant_id: string
    token: string
    msg: string
    err: { message: string; detail: string }
  }
  assert.ok(Number.isFinite(Date.parse(time)))
  assert.deepEqual(
    { level, tenant_id, token, msg, message: err.message, detail: err.detail },
    { level: 40, tenant_id: 't1', token: '***', msg: 'the queue stands still', message: 'refused', detail: '***' },
  )
})

test('an ignored error is counted under its reason', async () => {
  await Promise.reject(new Error('gone')).catch(ignore('the test went on'))
  assert.match(await registry.metrics(), /weft_errors_ignored_total\{reason="the test went on"\} 1/)
})

test('what goes on with a value after an error is counted, too', async () => {
  assert.equal(await Promise.reject(new Error('away')).catch(ignoring('the test has no figure', null)), null)
  assert.match(await registry.metrics(), /weft_errors_ignored_total\{reason="the test has no figure"\} 1/)
})

test('the error of an idle connection, which carries the whole connection, is a short line without its login', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } })
  log.info(
    {
      err: Object.assign(new Error('terminated'), {
        code: '57P01',
        client: { user: 'weft_app', connectionParameters: { password: 'hidden' } },
      }),
    },
    'ignored',
  )
  const { err } = JSON.parse(lines[0]!) as { err: { message: string; code: string; client: unknown } }
  assert.deepEqual(
    { message: err.message, code: err.code, client: err.client },
    { message: 'terminated', code: '57P01', client: '***' },
  )
})
