import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// Screens share one cache by keys: what one has put under a key, the next one finds there, so both must keep the same of the answer.

const root = join(import.meta.dirname, '../../..')
const sources = globSync('{apps/web,designers,kit/ui}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })

/** What stands at a place up to its end: the next comma or bracket that is not inside of others. */
function expressionAt(text: string) {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if ('([{'.includes(text[i]!)) depth++
    if (')]}'.includes(text[i]!)) depth--
    if (depth < 0 || (depth === 0 && text[i] === ',')) return text.slice(0, i)
  }
  return text
}
/** Keys that begin with a path said elsewhere are of different lists in different files. */
const isComparable = (key: string) => /^\[(['`]|\w+Path\b)/.test(key)

/** The questions of a source whose key says what they ask, with whether they keep the rows alone or the whole answer. */
function questionsOf(source: string) {
  const questions: { key: string; keeps: 'data' | 'answer' }[] = []
  for (const { index } of source.matchAll(/queryKey: /g)) {
    const from = index + 'queryKey: '.length
    const key = expressionAt(source.slice(from)).trim()
    const rest = source.slice(from + key.length)
    const at = rest.indexOf('queryFn')
    const next = rest.indexOf('queryKey: ')
    if (!isComparable(key) || at < 0 || (next >= 0 && next < at)) continue
    const asked = expressionAt(rest.slice(at))
    questions.push({ key, keeps: /\)\.data\b|\(\{ data \}\) => data/.test(asked) ? 'data' : 'answer' })
  }
  return questions
}

test('what is known under one key is the same for every screen that reads it', () => {
  const kept = new Map<string, Set<string>>()
  const files = new Map<string, string[]>()
  for (const file of sources)
    for (const { key, keeps } of questionsOf(readFileSync(join(root, file), 'utf8'))) {
      kept.set(key, (kept.get(key) ?? new Set()).add(keeps))
      files.set(key, [...(files.get(key) ?? []), `${file}: ${keeps}`])
    }
  assert.ok(kept.size > 80, `${kept.size} keys`)
  assert.deepEqual(
    [...kept].filter(([, ways]) => ways.size > 1).map(([key]) => [key, files.get(key)]),
    [],
  )
})

test('a question that keeps the rows is told from one that keeps the whole answer', () => {
  const of = (fn: string) => questionsOf(`useQuery({ queryKey: ['/jobs', { a: [1, 2] }], queryFn: ${fn} })`)
  const key = "['/jobs', { a: [1, 2] }]"
  assert.deepEqual(of('async ({ signal }) => (await api.get(p, {}, { signal })).data'), [{ key, keeps: 'data' }])
  assert.deepEqual(of('({ signal }) => api.get(p).then(({ data }) => data)'), [{ key, keeps: 'data' }])
  assert.deepEqual(of('({ signal }) => api.get(p, {}, { signal })'), [{ key, keeps: 'answer' }])
})
