import { z } from 'zod'
import type { Text } from '../messages/messages.ts'

const named = (title: string): Text => ({ en: title, de: title })
const script = (title: string, en: string, de: string): Text => ({ en: `${title} (${en})`, de: `${title} (${de})` })

/** Every encoding a text file can be read and written in, as it is offered; what is likeliest stands first. */
const labels = {
  'utf-8': named('UTF-8'),
  'utf-8-bom': { en: 'UTF-8 with byte order mark', de: 'UTF-8 mit Byte-Order-Markierung' },
  'utf-16le': named('UTF-16 LE'),
  'utf-16be': named('UTF-16 BE'),
  'utf-32le': named('UTF-32 LE'),
  'utf-32be': named('UTF-32 BE'),
  'windows-1252': script('Windows-1252', 'Western European', 'westeuropäisch'),
  'iso-8859-1': script('ISO-8859-1', 'Western European', 'westeuropäisch'),
  'iso-8859-15': script('ISO-8859-15', 'Western European with euro', 'westeuropäisch mit Euro'),
  cp850: script('CP850', 'DOS, Western European', 'DOS, westeuropäisch'),
  cp437: script('CP437', 'DOS, US', 'DOS, US'),
  macintosh: script('Mac Roman', 'Western European', 'westeuropäisch'),
  'windows-1250': script('Windows-1250', 'Central European', 'mitteleuropäisch'),
  'iso-8859-2': script('ISO-8859-2', 'Central European', 'mitteleuropäisch'),
  'iso-8859-16': script('ISO-8859-16', 'South-Eastern European', 'südosteuropäisch'),
  cp852: script('CP852', 'DOS, Central European', 'DOS, mitteleuropäisch'),
  'windows-1251': script('Windows-1251', 'Cyrillic', 'kyrillisch'),
  'koi8-r': script('KOI8-R', 'Russian', 'russisch'),
  'koi8-u': script('KOI8-U', 'Ukrainian', 'ukrainisch'),
  'iso-8859-5': script('ISO-8859-5', 'Cyrillic', 'kyrillisch'),
  cp866: script('CP866', 'DOS, Cyrillic', 'DOS, kyrillisch'),
  'windows-1253': script('Windows-1253', 'Greek', 'griechisch'),
  'iso-8859-7': script('ISO-8859-7', 'Greek', 'griechisch'),
  'windows-1254': script('Windows-1254', 'Turkish', 'türkisch'),
  'iso-8859-9': script('ISO-8859-9', 'Turkish', 'türkisch'),
  'iso-8859-3': script('ISO-8859-3', 'Maltese, Esperanto', 'maltesisch, Esperanto'),
  'windows-1257': script('Windows-1257', 'Baltic', 'baltisch'),
  'iso-8859-13': script('ISO-8859-13', 'Baltic', 'baltisch'),
  'iso-8859-4': script('ISO-8859-4', 'Northern European', 'nordeuropäisch'),
  'iso-8859-10': script('ISO-8859-10', 'Nordic', 'nordisch'),
  'iso-8859-14': script('ISO-8859-14', 'Celtic', 'keltisch'),
  'windows-1255': script('Windows-1255', 'Hebrew', 'hebräisch'),
  'iso-8859-8': script('ISO-8859-8', 'Hebrew', 'hebräisch'),
  'windows-1256': script('Windows-1256', 'Arabic', 'arabisch'),
  'iso-8859-6': script('ISO-8859-6', 'Arabic', 'arabisch'),
  'windows-874': script('Windows-874', 'Thai', 'thailändisch'),
  'iso-8859-11': script('ISO-8859-11', 'Thai', 'thailändisch'),
  'windows-1258': script('Windows-1258', 'Vietnamese', 'vietnamesisch'),
  shift_jis: script('Shift-JIS', 'Japanese', 'japanisch'),
  'euc-jp': script('EUC-JP', 'Japanese', 'japanisch'),
  gbk: script('GBK', 'Chinese, simplified', 'chinesisch, vereinfacht'),
  gb18030: script('GB18030', 'Chinese', 'chinesisch'),
  big5: script('Big5', 'Chinese, traditional', 'chinesisch, traditionell'),
  'euc-kr': script('EUC-KR', 'Korean', 'koreanisch'),
} satisfies Record<string, Text>

export type Encoding = keyof typeof labels
export const encodings = Object.keys(labels) as [Encoding, ...Encoding[]]

/** The option every text format has. */
export const encodingOption = z.enum(encodings).default('utf-8')

export const encodingLabel = { label: { en: 'Encoding', de: 'Zeichensatz' }, options: labels }
