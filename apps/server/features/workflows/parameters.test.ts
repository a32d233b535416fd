import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workflowDocument } from '@weft/engine/workflow-model/document.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { parametersOf, testRecord } from './parameters.ts'

const { parameters } = workflowDocument.parse({
  weft: 1,
  label: 'Import',
  parameters: [
    { name: 'day', type: 'date', required: true },
    { name: 'limit', type: 'integer', default: 100 },
    { name: 'kind', type: 'choice', values: ['all', 'new'] },
    { name: 'force', type: 'boolean' },
  ],
})
const faults = (given: Record<string, unknown>) => {
  try {
    return parametersOf(parameters, given)
  } catch (error) {
    return (error as WeftError).answer('en').errors
  }
}

test('defaults are filled in and empty parameters are null', () => {
  assert.deepEqual(faults({ day: '2026-11-21', kind: '' }), { day: '2026-11-21', limit: 100, kind: null, force: null })
})

test('each wrong value is told at its field', () => {
  assert.deepEqual(faults({ limit: '12.5', kind: 'some', force: 'yes', other: 1 }), {
    'parameters.day': ['This field is required.'],
    'parameters.limit': ['Please enter a whole number.'],
    'parameters.kind': ['Please choose one of: all, new.'],
    'parameters.force': ['Please choose yes or no.'],
    'parameters.other': ['The workflow has no parameter of this name.'],
  })
  assert.deepEqual(faults({ day: '2026-13-45' }), { 'parameters.day': ['Please enter a date such as 2026-11-21.'] })
})

test('test data have to be valid JSON', () => {
  assert.deepEqual(testRecord('{"order": {"id": 7}}'), { order: { id: 7 } })
  assert.equal(testRecord(' '), undefined)
  assert.throws(() => testRecord('{"order": '), { code: 'INVALID_JSON', message: 'Invalid JSON' })
  assert.throws(() => testRecord('[1]'), { code: 'INVALID' })
})
