import type { Encoding } from '@weft/kit/encoding/encodings.ts'

/** Words that occur in the languages an encoding was made for. */
export const words: Record<Encoding, string[]> = (() => {
  const german = ['Müller', 'Größe', 'Jäger & Söhne', 'Öztürk', 'Düsseldorf', 'schön']
  const polish = ['Łódź', 'Kraków', 'Święto', 'Gdańsk', 'żółć', 'Wrocław']
  const czech = ['Dvořák', 'Příliš žluťoučký', 'kůň', 'Škoda', 'čtyři', 'Jiří Černý']
  const russian = ['Москва', 'Санкт-Петербург', 'Иванов', 'Чехов Антон', 'Пётр', 'улица']
  const greek = ['Αθήνα', 'Θεσσαλονίκη', 'Παπαδόπουλος', 'Κρήτη', 'Πάτρα', 'οδός']
  const turkish = ['İstanbul', 'Şişli', 'Beyoğlu', 'ığdır', 'Çağ', 'Işık']
  const baltic = ['Žemaitė', 'Šiauliai', 'ąžuolas', 'Ūkis', 'įmonė', 'Vėžys']
  const hebrew = ['ירושלים', 'תל אביב', 'חיפה', 'שלום עולם', 'באר שבע', 'אילת']
  const arabic = ['القاهرة', 'محمد علي', 'الرياض', 'بغداد', 'دمشق', 'الكويت']
  const thai = ['กรุงเทพ', 'เชียงใหม่', 'ภูเก็ต', 'ขอนแก่น', 'ประเทศไทย', 'อยุธยา']
  const everything = [...german.slice(0, 2), ...russian.slice(0, 1), '東京都', '한국어', '😀 emoji']
  const chinese = ['北京市', '上海', '广州有限公司', '中文文件', '深圳', '南京路']
  return {
    'utf-8': everything,
    'utf-8-bom': everything,
    'utf-16le': everything,
    'utf-16be': everything,
    'utf-32le': everything,
    'utf-32be': everything,
    'windows-1252': [...german, 'naïve – “x”', '10 €'],
    'iso-8859-1': german,
    'iso-8859-15': german,
    cp850: german,
    cp437: german,
    macintosh: german,
    'windows-1250': czech,
    'iso-8859-2': polish,
    'iso-8859-16': polish,
    cp852: polish,
    'windows-1251': russian,
    'koi8-r': russian,
    'koi8-u': ['Київ', 'Харків', 'Їжак', 'Євген', 'Одеса', 'Львів'],
    'iso-8859-5': russian,
    cp866: russian,
    'windows-1253': greek,
    'iso-8859-7': greek,
    'windows-1254': turkish,
    'iso-8859-9': turkish,
    'windows-1257': baltic,
    'iso-8859-13': baltic,
    'iso-8859-3': ['Għawdex', 'ħobż', 'żagħżugħ', 'ġnien', 'Ħamrun', 'Żejtun'],
    'iso-8859-4': baltic,
    'iso-8859-10': ['Ámánuš', 'ŋaigu', 'čáhci', 'þetta', 'ðorp', 'Žukov'],
    'iso-8859-14': ['ŵyl', 'Ŷd', 'Ẁe', 'ẃx', 'Ḃean', 'ġaoth'],
    'windows-1255': hebrew,
    'iso-8859-8': hebrew,
    'windows-1256': arabic,
    'iso-8859-6': arabic,
    'windows-874': thai,
    'iso-8859-11': thai,
    'windows-1258': ['Đà Lạt', 'phở', 'Huế', 'đường', 'Cần Thơ', 'Mỹ'].map((word) =>
      word
        .normalize('NFD')
        .replaceAll('a\u0302', 'â')
        .replaceAll('e\u0302', 'ê')
        .replaceAll('o\u0302', 'ô')
        .replaceAll('o\u031b', 'ơ')
        .replaceAll('u\u031b', 'ư'),
    ),
    shift_jis: ['東京都', 'カタカナ', 'ひらがな漢字', '山田太郎', '大阪', 'ソース表'],
    'euc-jp': ['東京都', 'カタカナ', 'ひらがな漢字', '山田太郎', '大阪', 'ソース表'],
    gbk: chinese,
    gb18030: chinese,
    big5: ['臺北市', '高雄', '有限公司資料', '中文檔案', '許功蓋', '新竹'],
    'euc-kr': ['서울특별시', '부산', '김철수', '한국어', '대구', '인천'],
  }
})()

export type Kind = 'text' | 'integer' | 'decimal' | 'date' | 'boolean'
/** A cell as it is meant: a number as its plain digits, a date as ISO, nothing as null. */
export type Cell = string | number | boolean | null
export type Table = { names: string[]; kinds: Kind[]; rows: Cell[][] }
/** A file, the table that was written into it, what a user would have to choose, and how many of its rows must be rejected. */
export type StrangeFile = {
  what: string
  name: string
  bytes: Buffer
  table: Table
  options?: Record<string, unknown>
  rejected?: number
}

const amounts = ['1234.56', '0.05', '-1000.00', '98765432.10', '7.50', '1000000.25', '12.00', '999.99']
const days = [
  '2026-01-31',
  '1999-12-31',
  '2024-02-29',
  '2026-07-04',
  '1970-01-01',
  '2030-10-22',
  '2001-05-17',
  '2026-11-09',
]

/** The table every strange file holds: what is easily taken for something else stands beside plain things. */
export function tableOf(texts: string[]): Table {
  const rows = amounts.map((amount, i): Cell[] => [
    i + 1,
    texts[i % texts.length]!,
    `0${1067 + i}`,
    `+49301234${500 + i}`,
    amount,
    days[i]!,
    i % 3 === 0,
    i % 2 === 0 ? null : `${texts[(i + 1) % texts.length]!} ${i}`,
  ])
  return {
    names: ['id', 'name', 'zip', 'phone', 'amount', 'day', 'active', 'note'],
    kinds: ['integer', 'text', 'text', 'text', 'decimal', 'date', 'boolean', 'text'],
    rows,
  }
}

const grouped = (amount: string, group: string, point: string, indian = false) => {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.')
  const cut =
    indian && whole.length > 3
      ? `${whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, group)}${group}${whole.slice(-3)}`
      : whole.replace(/\B(?=(\d{3})+$)/g, group)
  return `${amount.startsWith('-') ? '-' : ''}${cut}${point}${fraction}`
}

/** How countries write a number. */
export const numberFormats: Record<string, (amount: string) => string> = {
  plain: (amount) => amount,
  english: (amount) => grouped(amount, ',', '.'),
  german: (amount) => grouped(amount, '.', ','),
  germanPlain: (amount) => amount.replace('.', ','),
  swiss: (amount) => grouped(amount, "'", '.'),
  french: (amount) => grouped(amount, '\u202f', ','),
  frenchSpace: (amount) => grouped(amount, ' ', ','),
  indian: (amount) => grouped(amount, ',', '.', true),
}

const parts = (iso: string) => iso.split('-') as [string, string, string]
/** How programs write a date. */
export const dateFormats: Record<string, (iso: string) => string> = {
  iso: (iso) => iso,
  isoMidnight: (iso) => `${iso}T00:00:00`,
  isoZone: (iso) => `${iso} 00:00:00.000`,
  slashes: (iso) => iso.replaceAll('-', '/'),
  german: (iso) => parts(iso).reverse().join('.'),
  germanShort: (iso) =>
    parts(iso)
      .reverse()
      .map((part, i) => (i < 2 ? String(Number(part)) : part))
      .join('.'),
  british: (iso) => parts(iso).reverse().join('/'),
  american: (iso) => `${parts(iso)[1]}/${parts(iso)[2]}/${parts(iso)[0]}`,
  americanShort: (iso) => `${Number(parts(iso)[1])}/${Number(parts(iso)[2])}/${parts(iso)[0]}`,
  dashes: (iso) => parts(iso).reverse().join('-'),
}
