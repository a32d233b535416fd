import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const sources = globSync('{apps,catalogue,contracts,designers,engine,kit}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/testing/**', 'apps/web/journeys/**'],
}).map((file) => [file, readFileSync(file, 'utf8')] as const)
const questions = readFileSync('docs/finding.md', 'utf8').matchAll(/^\| (.+\?) \| `(\w+)` \| `([^`]+)` \|$/gm)

test('the word of the field finds the place, and hardly anything else', () => {
  const answers = [...questions].map(([, question, word, place]) => {
    const definition = new RegExp(String.raw`\b(function\*?|const|class|type) \w*${word}`, 'i')
    const found = sources.filter(([, text]) => definition.test(text)).map(([file]) => file)
    return { question, found, isFound: found.includes(place!) && found.length <= 3 }
  })
  assert.equal(answers.length, 33)
  assert.deepEqual(
    answers.filter(({ isFound }) => !isFound),
    [],
  )
})
