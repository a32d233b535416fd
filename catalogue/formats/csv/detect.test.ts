import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { csvBody } from './csv.server.ts'
import { csv } from './csv.ts'

async function found(text: string) {
  const { options } = csvBody.detect(Buffer.from(text))
  const records: DataRecord[] = []
  for await (const batch of csvBody.read(Readable.from([Buffer.from(text)]), csv.options.parse(options)))
    records.push(...batch.records)
  return { options, records }
}

const headerless = [
  'Meier;Anna;Hamburg\nMüller;Bernd;Berlin\nSchulz;Carla;Köln\nMeier;Dora;Berlin\n',
  'A-1001,Schraube M4,Stk\nA-1002,Mutter M4,Stk\nA-1003,Scheibe,Pkg\n',
  'anna@example.com,Anna,DE\nbernd@example.com,Bernd,AT\ncarla@example.com,Carla,CH\n',
  '1,Hamburg\n2,Berlin\n3,Bremen\n',
  'DE;Deutschland;EUR\nAT;Österreich;EUR\nCH;Schweiz;CHF\n',
  '2026-01-01,ok\n2026-01-02,ok\n2026-01-03,failed\n',
  'true,Anna\nfalse,Bernd\ntrue,Carla\n',
  'AB12,Kiste rot,true\nAC13,Kiste blau,false\nAD14,Fass,true\n',
]
const headed = [
  'Name;Vorname;Stadt\nMeier;Anna;Hamburg\nMüller;Bernd;Berlin\nSchulz;Carla;Köln\n',
  'sku,label,unit\nA-1001,Schraube M4,Stk\nA-1002,Mutter M4,Stk\n',
  'contact,who,where\nanna@example.com,Anna,DE\nbernd@example.com,Bernd,AT\n',
  'id,city\n1,Hamburg\n2,Berlin\n',
  'iso,land,cur\nDE,Deutschland,EUR\nAT,Österreich,EUR\nCH,Schweiz,CHF\n',
  'country,2020,2021\nDE,1.5,2.5\nAT,3.5,4.5\n',
  'is_new,first\ntrue,Anna\nfalse,Bernd\n',
  'id,id,,note\n1,2,3,a\n4,5,6,b\n',
]

test('eight files without a header and eight with one are told apart', async () => {
  for (const text of headerless) assert.equal((await found(text)).options.header, false, text)
  for (const text of headed) assert.equal((await found(text)).options.header, true, text)
})

test('a line that names the separator is followed and is no row', async () => {
  const told = await found('sep=;\r\nid;a,b\r\n1;2,3\r\n2;4,5\r\n')
  assert.equal(told.options.delimiter, ';')
  assert.deepEqual(told.records, [
    { id: '1', 'a,b': '2,3' },
    { id: '2', 'a,b': '4,5' },
  ])
  assert.deepEqual((await found('"sep=|"\nid|x\n1|2\n')).records, [{ id: '1', x: '2' }])
})

test('titles above a table are passed over', async () => {
  const { options, records } = await found(
    'Umsatz 2025\nStand: 31.12.2025; vorläufig\n\nMonat;Umsatz;Kosten\nJan;1,5;2\nFeb;2,5;3\nMär;3,5;4\n',
  )
  assert.deepEqual([options.skip_lines, options.delimiter, options.header], [3, ';', true])
  assert.deepEqual(
    records.map(({ Monat }) => Monat),
    ['Jan', 'Feb', 'Mär'],
  )
  const sheet = await found('Report,,\n,,\nid,name,price\n1,a,2\n2,b,3\n3,c,4\n')
  assert.deepEqual([sheet.options.skip_lines, sheet.records.length], [2, 3])
})

test('a file with a byte order mark is understood as one without', async () => {
  assert.deepEqual((await found('\ufeffid;name\n1;ü\n2;ß\n')).records, [
    { id: '1', name: 'ü' },
    { id: '2', name: 'ß' },
  ])
})

test('where the file has a decimal comma, points stand between thousands', async () => {
  const records: DataRecord[] = []
  for await (const batch of csvBody.read(
    Readable.from([Buffer.from('a;b\n1.234,56;1.000\n2;1.2.3\n')]),
    csv.options.parse({ delimiter: ';', decimal_comma: true }),
  ))
    records.push(...batch.records)
  assert.deepEqual(records, [
    { a: '1234.56', b: '1000' },
    { a: '2', b: '1.2.3' },
  ])
})
