import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { decodeDeclared, formFields } from './declared.server.ts'

test('a text is read by the charset it is declared as, whichever that is', () => {
  const samples: [string, string][] = [
    ['iso-8859-1', 'Größe – 5 €'],
    ['windows-1252', 'Größe 5 €'],
    ['ISO-8859-15', 'Größe 5 €'],
    ['utf-16le', 'Größe'],
    ['utf-16be', 'Größe'],
    ['windows-1251', 'Размер'],
    ['koi8-r', 'Размер'],
    ['shift_jis', 'サイズ'],
    ['gbk', '尺寸'],
    ['euc-kr', '크기'],
    ['utf-8', 'Größe 😀'],
    ['utf-32le', 'Größe'],
  ]
  for (const [charset, text] of samples)
    assert.equal(
      decodeDeclared(
        iconv.encode(text, charset === 'iso-8859-1' ? 'windows-1252' : charset),
        `application/json; charset="${charset}"`,
      ),
      text,
      charset,
    )
  assert.throws(() => decodeDeclared(Buffer.from('a'), 'text/plain; charset=klingon'), { code: 'CHARSET_UNKNOWN' })
})

test('what is not declared is read as it looks, and what is no text is none', () => {
  assert.equal(decodeDeclared(Buffer.from('{"name":"Größe"}', 'latin1'), 'application/json'), '{"name":"Größe"}')
  assert.equal(decodeDeclared(Buffer.from('\ufeff{"a":1}', 'utf8'), ''), '{"a":1}')
  assert.equal(
    decodeDeclared(iconv.encode('Größe', 'utf-16le', { addBOM: true }), 'text/plain; charset=utf-8'),
    'Größe',
  )
  assert.equal(
    decodeDeclared(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Größe</a>', 'latin1'), 'text/xml'),
    '<?xml version="1.0" encoding="ISO-8859-1"?><a>Größe</a>',
  )
  assert.equal(decodeDeclared(Buffer.from([0x89, 0x50, 0xff]), 'image/png'), undefined)
  assert.deepEqual(formFields('name=Gr%F6%DFe+5&empty&b=%3D', 'windows-1252'), { name: 'Größe 5', empty: '', b: '=' })
  assert.deepEqual(formFields('name=Gr%C3%B6%C3%9Fe'), { name: 'Größe' })
})

test('any text comes back from UTF-8, declared or not', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('application/json', 'text/plain; charset=utf-8', 'application/octet-stream'),
      (text, type) => assert.equal(decodeDeclared(Buffer.from(text), type), text.replace(/^\ufeff/, '')),
    ),
  )
})
