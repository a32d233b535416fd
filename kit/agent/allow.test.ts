import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowRule, isAllowedBy } from './allow.ts'
import { isOlderVersion } from './version.ts'

const allowed = (rules: string[], host: string, port: number) =>
  isAllowedBy(
    rules.map((rule) => allowRule(rule)!),
    host,
    port,
  )

test('a rule names a host, hosts below a name, an address, one port or a range', () => {
  assert.equal(allowed(['erp.internal:1433'], 'ERP.internal', 1433), true)
  assert.equal(allowed(['*.plant.internal:443'], 'a.b.plant.internal', 443), true)
  assert.equal(allowed(['10.0.0.5:5000-5010'], '10.0.0.5', 5010), true)
  assert.equal(allowed(['[fd00::5]:22'], 'fd00::5', 22), true)
  assert.equal(allowed(['[fd00::5]:22'], '[fd00::5]', 22), true)
})

test('what no rule names is not allowed', () => {
  for (const [rule, host, port] of [
    ['erp.internal:1433', 'erp.internal', 1434],
    ['erp.internal:1433', 'erp.internal.evil.example', 1433],
    ['erp.internal:1433', 'xerp.internal', 1433],
    ['*.plant.internal:443', 'plant.internal', 443],
    ['*.plant.internal:443', '.plant.internal', 443],
    ['*.plant.internal:443', 'evilplant.internal', 443],
    ['10.0.0.5:5000-5010', '10.0.0.5', 4999],
    ['10.0.0.5:5000-5010', '10.0.0.5', 5011],
    ['10.0.0.5:80', '10.0.0.50', 80],
  ] as const)
    assert.equal(allowed([rule], host, port), false, `${rule} and ${host}:${port}`)
  assert.equal(isAllowedBy([], 'erp.internal', 1433), false)
})

test('what says no host and port is no rule', () => {
  for (const text of [
    '',
    'erp',
    'erp:',
    ':80',
    '*:80',
    'erp:0',
    'erp:65536',
    'erp:9-8',
    'e*.x:1',
    'fd00::5:22',
    'a b:1',
  ])
    assert.equal(allowRule(text), undefined, text)
})

test('a version is older by its numbers, not by its letters', () => {
  assert.equal(isOlderVersion('1.9.0', '1.10.0'), true)
  assert.equal(isOlderVersion('1.10.0', '1.9.9'), false)
  assert.equal(isOlderVersion('1.0.0', '1.0.0'), false)
  assert.equal(isOlderVersion('nonsense', '1.0.0'), true)
})
