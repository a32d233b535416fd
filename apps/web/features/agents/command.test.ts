import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommand } from './command.ts'

test('one line loads the agent and starts it', () => {
  assert.equal(
    startCommand('https://weft.example', '7KQM-2XPR-VH9D-TTC4', '10.0.0.5:3306 erp.internal:1433'),
    'curl -fsS https://weft.example/agent/weft-agent.mjs -o weft-agent.mjs && ' +
      'node weft-agent.mjs https://weft.example 7KQM-2XPR-VH9D-TTC4 --allow 10.0.0.5:3306 --allow erp.internal:1433',
  )
})

test('what a shell would read in another way is quoted, and an address without TLS is allowed by a word', () => {
  assert.equal(
    startCommand('http://weft.lan:4000', 'CODE', "*.plant.internal:443, a'b;c"),
    'curl -fsS http://weft.lan:4000/agent/weft-agent.mjs -o weft-agent.mjs && ' +
      `node weft-agent.mjs http://weft.lan:4000 CODE --allow '*.plant.internal:443' --allow 'a'\\''b;c' --plain`,
  )
  assert.ok(!startCommand('http://localhost:4000', 'CODE', 'x:1').includes('--plain'))
})
