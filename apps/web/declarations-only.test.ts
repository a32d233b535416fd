import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutBodies } from './declarations-only.ts'

test('an element reaches the browser without its body and examples; what only looks alike stays', () => {
  const code = `
export const text = defineElement({
  key: 'text',
  body: { open: (step) => texter(step, { body: 1 }) },
  examples: [{ settings: {}, takes: [] }],
  labels: { body: 'Body' },
})
const texter = ({ body }: Answer) => body
`
  const left = `
export const text = defineElement({
  key: 'text',
  
  
  labels: { body: 'Body' },
})
const texter = ({ body }: Answer) => body
`
  assert.equal(withoutBodies(code), left)
})

test('a declaration without a body, and one whose body comes last, stay valid', () => {
  assert.equal(withoutBodies(`defineElement({ key: 'a' })`), `defineElement({ key: 'a' })`)
  assert.equal(withoutBodies(`defineElement({ key: 'a', body: {} })`), `defineElement({ key: 'a',  })`)
})
