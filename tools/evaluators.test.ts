import assert from 'node:assert/strict'
import test from 'node:test'
import { evaluatorsReached } from './evaluators.ts'

const module = (source: string, ...imported: string[]) => ({
  source,
  dependencies: imported.map((resolved) => ({ resolved, dependencyTypes: ['import'] })),
})

test('the server reaches what works on tenants’ bytes and expressions neither directly nor through others', () => {
  const modules = [
    module(
      'apps/server/features/notes.ts',
      'engine/notes/rendered.ts',
      'engine/mail/text-tasks.ts',
      'node_modules/yaml/dist/index.js',
    ),
    module('engine/notes/rendered.ts', 'engine/mail/render-mail.ts'),
    module('engine/mail/text-tasks.ts', 'engine/isolation/task.ts'),
    module('apps/worker/main.ts', 'engine/mapping/compile.ts'),
  ]
  assert.deepEqual(evaluatorsReached(modules), [
    'apps/server/features/notes.ts → node_modules/yaml/dist/index.js',
    'engine/notes/rendered.ts → engine/mail/render-mail.ts',
  ])
})

test('types are no way to work on anything, and what has a reason is passed by name', () => {
  const typed = {
    source: 'apps/server/features/notes.ts',
    dependencies: [{ resolved: 'engine/mapping/runner.ts', dependencyTypes: ['local', 'type-only', 'import'] }],
  }
  assert.deepEqual(
    evaluatorsReached([
      typed,
      module('apps/server/features/workflows/read-text.ts', 'engine/workflow-model/document.ts'),
    ]),
    [],
  )
  assert.equal(
    evaluatorsReached([module('apps/server/features/other.ts', 'engine/workflow-model/document.ts')]).length,
    1,
  )
})
