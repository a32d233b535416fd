import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

// The tree itself is JSX; what is declared is read as text, which is enough to compare it with the specification's list.
const files = ['common', 'auth', 'admin', 'partner', 'tenant', 'project', 'project-workflows', 'project-settings']
const source = files.map((name) => readFileSync(new URL(`./${name}.tsx`, import.meta.url), 'utf8')).join('\n')
const declared = [
  ...source.matchAll(/(?:screen|later)\(\s*'([^']+)',\s*'([^']+)',\s*'((?:[^'\\]|\\.)+)',\s*'((?:[^'\\]|\\.)+)'/g),
].map(([, path, name]) => ({ path: path!, name: name! }))

test('every address stands once, and so does every name', () => {
  assert.ok(declared.length > 240, `${declared.length} addresses are declared`)
  assert.equal(new Set(declared.map(({ path }) => path)).size, declared.length)
  assert.equal(new Set(declared.map(({ name }) => name)).size, declared.length)
})

test('the addresses of the four areas begin with their prefix', () => {
  for (const area of ['admin', 'partner', 'tenant', 'project']) {
    const own = [
      ...readFileSync(new URL(`./${area}.tsx`, import.meta.url), 'utf8').matchAll(/(?:screen|later)\(\s*'([^']+)'/g),
    ].map(([, path]) => path!)
    assert.ok(own.length > 10)
    assert.deepEqual(
      own.filter((path) => !path.startsWith(`/${area}/`)),
      [],
    )
  }
})

test('addresses that other parts of the product lead to exist', () => {
  for (const path of [
    '/dashboard',
    '/login',
    '/404',
    '/access-denied',
    '/project/workflows/:id/mode/:mode',
    '/project/workflows/reporting/:id/:jobId/details',
    '/project/mappings/:id/mapper',
    '/admin/clients/:id',
    '/project/settings/roles',
  ])
    assert.ok(
      declared.some((route) => route.path === path),
      path,
    )
})
