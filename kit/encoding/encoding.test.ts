import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import iconv from 'iconv-lite'
import { decode } from './decode.server.ts'
import { detectEncoding } from './detect.server.ts'
import { encoder } from './encode.server.ts'
import { encodings, type Encoding } from './encodings.ts'
import { encodingNamed } from './named.ts'

const text = async (bytes: Buffer, encoding: Encoding, size = 7) => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  let whole = ''
  for await (const piece of decode(Readable.from(pieces), encoding)) whole += piece
  return whole
}

/** Lines of one language, and the encodings they are written in. */
const written: [string, Encoding[]][] = [
  [
    'Nr;Name;Stadt\n1;Müller;Köln\n2;Größe;Düsseldorf\n3;Jäger;Nürnberg\n4;Öztürk;München\n',
    ['windows-1252', 'iso-8859-1', 'iso-8859-15', 'cp850', 'cp437', 'macintosh'],
  ],
  ['id;nom\n1;Élève\n2;Français\n3;été à la plage\n4;où est-ce\n', ['windows-1252', 'cp850', 'macintosh']],
  [
    'id;jméno\n1;Příliš žluťoučký kůň\n2;Dvořák\n3;Škoda čtyři\n4;Černý Jiří\n',
    ['windows-1250', 'iso-8859-2', 'cp852'],
  ],
  [
    'id;nazwa\n1;Łódź\n2;Kraków Święto\n3;Gdańsk żółć\n4;Wrocław\n',
    ['windows-1250', 'iso-8859-2', 'iso-8859-16', 'cp852'],
  ],
  ['id;név\n1;Győr árvíztűrő\n2;tükörfúrógép\n3;Szőke Örs\n', ['windows-1250', 'iso-8859-2', 'cp852']],
  [
    'номер;имя\n1;Москва\n2;Санкт-Петербург\n3;Иванов Пётр\n4;Чехов Антон Павлович\n',
    ['windows-1251', 'koi8-r', 'cp866', 'iso-8859-5'],
  ],
  ['номер;імя\n1;Київ\n2;Харків\n3;Їжак Євген\n', ['windows-1251', 'koi8-u', 'iso-8859-5']],
  ['id;όνομα\n1;Αθήνα\n2;Θεσσαλονίκη\n3;Παπαδόπουλος\n', ['windows-1253', 'iso-8859-7']],
  ['id;ad\n1;İstanbul\n2;Şişli Beyoğlu\n3;ığdır\n4;Çağ\n', ['windows-1254', 'iso-8859-9']],
  ['id;vardas\n1;Žemaitė\n2;Šiauliai ąžuolas\n3;Ūkis įmonė\n', ['windows-1257', 'iso-8859-13']],
  ['id;vārds\n1;Rīga\n2;Jūrmala\n3;Ķegums ābols\n4;Čiekurkalns\n', ['windows-1257', 'iso-8859-13']],
  ['id;שם\n1;ירושלים\n2;תל אביב\n3;חיפה\n', ['windows-1255', 'iso-8859-8']],
  ['id;اسم\n1;القاهرة\n2;محمد علي\n3;الرياض\n', ['windows-1256', 'iso-8859-6']],
  ['id;ชื่อ\n1;กรุงเทพ\n2;เชียงใหม่\n', ['windows-874', 'iso-8859-11']],
  ['id;名前\n1;東京都\n2;カタカナ\n3;ひらがな漢字\n4;山田太郎\n', ['shift_jis', 'euc-jp']],
  ['id;名称\n1;北京市\n2;上海\n3;广州有限公司\n4;中文文件\n', ['gbk', 'gb18030']],
  ['id;名稱\n1;臺北市\n2;高雄\n3;有限公司資料\n4;中文檔案\n', ['big5']],
  ['id;이름\n1;서울특별시\n2;부산\n3;김철수\n4;한국어\n', ['euc-kr']],
]

test('the encoding of lines in eighteen languages is found, or one that reads them alike', async () => {
  for (const [lines, ways] of written)
    for (const encoding of [...ways, 'utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const) {
      for (const mark of encoding.startsWith('utf-') && encoding !== 'utf-8' ? [true, false] : [false]) {
        const bytes = iconv.encode((mark ? '\ufeff' : '') + lines, encoding.replace('-bom', ''), { addBOM: false })
        const found = detectEncoding(bytes)
        assert.equal(
          await text(bytes, found.encoding),
          lines,
          `${encoding} ${mark ? 'with' : 'without'} a mark taken for ${found.encoding}`,
        )
        assert.ok(found.confidence > 0.5, `${encoding}: ${found.confidence}`)
      }
    }
})

test('where two encodings fit alike the finding doubts itself and names the other', () => {
  const { confidence, reason } = detectEncoding(iconv.encode('id;x\n1;§\n', 'windows-1252'))
  assert.ok(confidence <= 0.5, String(confidence))
  assert.match(reason.en, /it may as well be [a-z]/)
  assert.match(reason.de, /es kann auch [a-z]/)
})

test('what the file declares counts unless its bytes contradict', () => {
  const latin = iconv.encode('für', 'windows-1252')
  assert.deepEqual(pick(detectEncoding(latin, 'ISO-8859-2')), ['iso-8859-2', 0.95])
  assert.deepEqual(pick(detectEncoding(Buffer.from('äöü'), 'ISO-8859-1')), ['utf-8', 0.7])
  assert.deepEqual(pick(detectEncoding(latin, 'utf-8')), ['windows-1252', 0.7])
  assert.equal(detectEncoding(iconv.encode('id\n1 Café', 'windows-1252')).encoding, 'windows-1252')
  assert.deepEqual(pick(detectEncoding(Buffer.from('\ufeffä'), 'ISO-8859-1')), ['utf-8-bom', 1])
})

test('encodings are known by the names files and servers give them', () => {
  const names = [
    'UTF8',
    'Latin1',
    'cp1251',
    'CP-1250',
    'windows-31j',
    'GB2312',
    'x-mac-roman',
    'ISO_8859-2:1987',
    'IBM852',
    'KOI8-R',
    'klingon',
  ]
  assert.deepEqual(names.map(encodingNamed), [
    'utf-8',
    'windows-1252',
    'windows-1251',
    'windows-1250',
    'shift_jis',
    'gbk',
    'macintosh',
    'iso-8859-2',
    'cp852',
    'koi8-r',
    undefined,
  ])
})

test('every encoding reads what it wrote, in pieces of any size', async () => {
  for (const encoding of encodings) {
    const able = [...'äößÀéøłčşőđØЖдΩαשجกขあ漢中한ạ€']
      .filter(
        (character) =>
          encoding.startsWith('utf-') || iconv.decode(iconv.encode(character, encoding), encoding) === character,
      )
      .join('')
    const write = encoder(encoding)
    const bytes = Buffer.concat([write(`a;${able}\r\n`), write(able)])
    for (const size of [1, 3, 1000]) assert.equal(await text(bytes, encoding, size), `a;${able}\r\n${able}`, encoding)
    assert.ok(able.length > 0, encoding)
  }
})

test('a character the encoding does not know is refused or escaped, never a question mark', () => {
  assert.throws(() => encoder('iso-8859-1')('10 €'), {
    code: 'ENCODING_LACKS_CHARACTER',
    message: /^The character "€" \(U\+20AC\) does not exist in iso-8859-1/,
  })
  assert.equal(
    String(encoder('iso-8859-1', (character) => `&#${character.codePointAt(0)};`)('😀€')),
    '&#128512;&#8364;',
  )
})

test('a byte that means nothing in the encoding refuses the file and names the line', async () => {
  await assert.rejects(text(Buffer.from([0x61, 10, 0x62, 0x81, 10]), 'windows-1252'), {
    code: 'WRONG_ENCODING',
    message: /^Line 2 contains bytes that mean nothing in windows-1252/,
  })
  await assert.rejects(text(Buffer.concat([Buffer.from('\ufeffid', 'utf16le'), Buffer.alloc(300)]), 'windows-1252'), {
    code: 'WRONG_ENCODING',
    message: /begins with the mark of utf-16le/,
  })
})

const pick = ({ encoding, confidence }: { encoding: Encoding; confidence: number }) => [encoding, confidence]
