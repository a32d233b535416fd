import { encodings, type Encoding } from './encodings.ts'

/** Names that stand for another, as the WHATWG Encoding Standard has it: who declares Latin-1 writes Windows-1252. */
const others: Record<string, Encoding> = {
  utf8: 'utf-8',
  'unicode-1-1-utf-8': 'utf-8',
  ascii: 'windows-1252',
  'us-ascii': 'windows-1252',
  'ansi_x3.4-1968': 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
  l1: 'windows-1252',
  latin2: 'iso-8859-2',
  latin9: 'iso-8859-15',
  'latin-9': 'iso-8859-15',
  tis620: 'windows-874',
  'tis-620': 'windows-874',
  'ucs-2': 'utf-16le',
  'utf-16': 'utf-16le',
  'iso-10646-ucs-2': 'utf-16le',
  'utf-32': 'utf-32le',
  'ucs-4': 'utf-32le',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  'x-sjis': 'shift_jis',
  'windows-31j': 'shift_jis',
  ms932: 'shift_jis',
  cp932: 'shift_jis',
  'x-euc-jp': 'euc-jp',
  gb2312: 'gbk',
  'x-gbk': 'gbk',
  cp936: 'gbk',
  'gb_2312-80': 'gbk',
  'big5-hkscs': 'big5',
  cp950: 'big5',
  ks_c_5601_1987: 'euc-kr',
  'ks_c_5601-1987': 'euc-kr',
  'windows-949': 'euc-kr',
  cp949: 'euc-kr',
  korean: 'euc-kr',
  mac: 'macintosh',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  'x-mac-roman': 'macintosh',
  koi8: 'koi8-r',
  'koi8-ru': 'koi8-u',
}

/** The encoding a file or an answer declares by name (`encoding="…"`, `charset=…`), if it is one we know. */
export function encodingNamed(label: string): Encoding | undefined {
  const name = label.trim().toLowerCase()
  if (Object.hasOwn(others, name)) return others[name]
  const plain = name
    .replace(/^(?:x-)?cp-?(125\d)$/, 'windows-$1')
    .replace(/^ibm-?(\d+)$/, 'cp$1')
    .replace(/^iso[-_]?8859[-_](\d+)(?:[-:].*)?$/, 'iso-8859-$1')
  return encodings.find((encoding) => encoding === plain)
}
