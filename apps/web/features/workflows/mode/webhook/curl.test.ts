import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { curlOf } from './curl.ts'

test('the command is one that a shell takes as it was meant, whatever stands in it', () => {
  const text = fc.stringMatching(/^[ -~äß]{0,30}$/)
  fc.assert(
    fc.property(text, text, text, (address, value, body) => {
      const command = curlOf(address, { headers: { 'X-Sign': value }, body })
      const said = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8' })
      assert.deepEqual(said.split('\n'), ['-X', 'POST', address, '-H', `X-Sign: ${value}`, '-d', body, ''])
    }),
    { numRuns: 30 },
  )
})
