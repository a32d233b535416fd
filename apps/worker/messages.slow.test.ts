import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mqttCounterpart } from '@weft/catalogue/connectors/mqtt/testing/counterpart.ts'
import { anEngine } from './testing/engine.ts'

const mosquitto = await mqttCounterpart()
const skip = typeof mosquitto === 'string' ? mosquitto : false

test(
  'messages are sent by one run and received by others, each once, what is unreadable beside them',
  { skip },
  async () => {
    if (typeof mosquitto === 'string') return
    const { settings } = mosquitto
    const engine = await anEngine({ allowed: [{ host: 'localhost', port: settings.port }] })
    await engine.aConnection('broker', 'mqtt', settings)
    const receive = await engine.aWorkflow(
      'Receive',
      {
        received: ['message_received', { connection: 'broker', topic: 'orders/#', wait_seconds: 0.5, limit: 3 }],
        check: ['condition', { rules: [{ field: 'body.n', operator: 'equals', value: 99 }] }],
        fail: ['raise_error', { message: 'no' }],
        log: ['write_journal', { text: '{{ body.n }} {{ body.name }}' }],
      },
      'received.out>check.in check.true>fail.in check.false>log.in',
    )
    const send = await engine.aWorkflow(
      'Send',
      {
        go: ['manual'],
        split: ['split_list', { list: 'items' }],
        send: ['send_message', { connection: 'broker', topic: 'orders/{{ country }}' }],
      },
      'go.out>split.in split.out>send.in',
    )
    const given = async () => {
      const { status, logs } = await engine.run(receive)
      return [status, ...logs.filter((line) => line.startsWith('log ')).map((line) => line.replace('log info: ', ''))]
    }
    // The first look subscribes: from then on nothing is lost, whether or not a run is under way.
    assert.deepEqual(await given(), ['info'])
    const items = [1, 2, 3, 4].map((n) => ({ n, name: `Köln ${n}`, country: n % 2 ? 'DE' : 'AT' }))
    assert.deepEqual((await engine.run(send, { items })).steps['send'], { sent: 4 })
    assert.deepEqual(await given(), ['stopped', '1 Köln 1', '2 Köln 2', '3 Köln 3'])
    assert.deepEqual(await given(), ['stopped', '4 Köln 4'])
    assert.deepEqual(await given(), ['info'])
    const session = await mosquitto.open({ client_id: 'another' })
    await session.send!('orders/x', [{ body: Buffer.from('no json') }])
    await session.close()
    const { status, steps } = await engine.run(receive)
    // All there was could not be read: it lies in the error inbox.
    assert.deepEqual([status, steps['received']], ['error', { rejected: 1 }])
  },
)
