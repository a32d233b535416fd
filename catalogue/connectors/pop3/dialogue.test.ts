import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { unstuffed } from './dialogue.server.ts'

test('a dot that begins a line is one dot again, and the last line is none', () => {
  const answer = (text: string) => unstuffed(Buffer.from(`\r\n${text}\r\n.\r\n`)).toString()
  assert.equal(answer('..\r\na..b\r\n...c'), '.\r\na..b\r\n..c\r\n')
  assert.equal(unstuffed(Buffer.from('\r\n.\r\n')).toString(), '')
})

test('every mail comes through as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[.a\xff ]{0,6}$/), { minLength: 1, maxLength: 20 }), (lines) => {
      const mail = lines.map((line) => `${line}\r\n`).join('')
      const stuffed = lines.map((line) => `${line.startsWith('.') ? '.' : ''}${line}\r\n`).join('')
      assert.equal(unstuffed(Buffer.from(`\r\n${stuffed}.\r\n`, 'latin1')).toString('latin1'), mail)
    }),
  )
})
