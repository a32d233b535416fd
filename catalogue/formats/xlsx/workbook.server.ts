import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SaxesParser } from 'saxes'
import * as yauzl from 'yauzl'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { cellFormatOf, type CellFormat } from './serial.ts'
import { unescaped } from './value.ts'

const texts = defineMessages({
  broken: {
    en: 'This is no readable Excel file (XLSX). Open it in a spreadsheet program and save it again.',
    de: 'Das ist keine lesbare Excel-Datei (XLSX). Öffnen Sie sie in einem Tabellenprogramm und speichern Sie sie neu.',
  },
  noSheet: {
    en: 'The workbook has no sheet "{sheet}". It has: {sheets}.',
    de: 'Die Arbeitsmappe hat kein Tabellenblatt „{sheet}“. Vorhanden: {sheets}.',
  },
  tooLarge: {
    en: 'The workbook is larger than {limit} MB unpacked. Save the sheet as CSV; that has no such limit.',
    de: 'Die Arbeitsmappe ist ausgepackt größer als {limit} MB. Speichern Sie das Blatt als CSV; dafür gibt es keine solche Grenze.',
  },
  tooManyTexts: {
    en: 'The workbook holds more than {limit} MB of different texts. Save the sheet as CSV; that has no such limit.',
    de: 'Die Arbeitsmappe enthält mehr als {limit} MB verschiedener Texte. Speichern Sie das Blatt als CSV; dafür gibt es keine solche Grenze.',
  },
})

const unpackedMegabytes = 4096
const textMegabytes = 48

export type Workbook = {
  sheets: string[]
  strings: string[]
  /** Those that are shown, in order; all where every one is hidden. */
  visible: string[]
  /** What style number i shows. */
  formats: CellFormat[]
  from1904: boolean
  open(sheet: string): Promise<Readable>
  close(): Promise<void>
}

/** Opens a workbook; a zip can only be read from its end, so the stream is spooled to a file first. */
export async function openWorkbook(source: Readable): Promise<Workbook> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-xlsx-'))
  const file = join(folder, 'book')
  let zip: yauzl.ZipFile | undefined
  const close = async () => {
    zip?.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await pipeline(source, createWriteStream(file))
    zip = await opened(file)
    return { ...(await contents(zip)), close }
  } catch (error) {
    await close()
    throw error instanceof Invalid ? error : new Invalid('XLSX_INVALID', texts.broken(), { cause: error })
  }
}

const opened = (file: string) =>
  new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip))),
  )

async function contents(zip: yauzl.ZipFile) {
  const entries = await entriesOf(zip)
  const stream = (name: string) =>
    new Promise<Readable>((resolve, reject) => {
      const entry = entries.get(name)
      if (!entry) reject(new Invalid('XLSX_INVALID', texts.broken()))
      else zip.openReadStream(entry, (error, readable) => (error ? reject(error) : resolve(readable)))
    })
  const parts: { name: string; id: string; hidden: boolean }[] = []
  const targets = new Map<string, string>()
  let from1904 = false
  await parse(await stream('xl/workbook.xml'), (name, attributes) => {
    if (name === 'sheet')
      parts.push({
        name: attributes['name'] ?? '',
        id: attributes['r:id'] ?? Object.entries(attributes).find(([key]) => local(key) === 'id')?.[1] ?? '',
        hidden: attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden',
      })
    // Extensions have a `workbookPr` of their own, which says nothing about dates.
    if (name === 'workbookPr' && attributes['date1904'] !== undefined)
      from1904 = /^(1|true)$/.test(attributes['date1904'])
  })
  await parse(await stream('xl/_rels/workbook.xml.rels'), (name, { Id, Target }) => {
    if (name === 'Relationship' && Id && Target)
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  })
  const strings = entries.has('xl/sharedStrings.xml') ? await stringsOf(await stream('xl/sharedStrings.xml')) : []
  const formats = entries.has('xl/styles.xml') ? await formatsOf(await stream('xl/styles.xml')) : []
  return {
    sheets: parts.map(({ name }) => name),
    strings,
    visible: (parts.every(({ hidden }) => hidden) ? parts : parts.filter(({ hidden }) => !hidden)).map(
      ({ name }) => name,
    ),
    formats,
    from1904,
    open(sheet: string) {
      const part = sheet === '' ? parts[0] : parts.find(({ name }) => name === sheet)
      if (!part)
        throw new Invalid('XLSX_NO_SHEET', texts.noSheet({ sheet, sheets: parts.map(({ name }) => name).join(', ') }))
      return stream(targets.get(part.id) ?? '')
    },
  }
}

function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  let size = 0
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.set(entry.fileName, entry)
      size += entry.uncompressedSize
      if (size > unpackedMegabytes * 1024 * 1024 || entries.size > 10_000)
        reject(new Invalid('XLSX_TOO_LARGE', texts.tooLarge({ limit: unpackedMegabytes })))
      else zip.readEntry()
    })
    zip.readEntry()
  })
}

async function parse(
  source: Readable,
  enter: (name: string, attributes: Record<string, string>) => void,
  { text, leave }: { text?: (text: string) => void; leave?: (name: string) => void } = {},
) {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => enter(local(name), attributes))
  if (text) parser.on('text', text)
  if (leave) parser.on('closetag', ({ name }) => leave(local(name)))
  source.setEncoding('utf8')
  for await (const piece of source) parser.write(piece as string)
  parser.close()
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

async function stringsOf(source: Readable): Promise<string[]> {
  const strings: string[] = []
  let current = ''
  let reading = false
  let phonetic = false
  let size = 0
  await parse(
    source,
    (name) => {
      if (name === 'si') current = ''
      if (name === 'rPh') phonetic = true
      reading = name === 't' && !phonetic
    },
    {
      text: (text) => {
        if (reading) current += text
        size += text.length
        if (size > textMegabytes * 1024 * 1024)
          throw new Invalid('XLSX_TOO_MANY_TEXTS', texts.tooManyTexts({ limit: textMegabytes }))
      },
      leave: (name) => {
        if (name === 't') reading = false
        if (name === 'rPh') phonetic = false
        if (name === 'si') strings.push(unescaped(current))
      },
    },
  )
  return strings
}

async function formatsOf(source: Readable): Promise<CellFormat[]> {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let inside = ''
  await parse(
    source,
    (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      if (name === 'cellXfs') inside = name
      if (name === 'xf' && inside === 'cellXfs')
        formats.push(cellFormatOf(Number(attributes['numFmtId']), codes.get(Number(attributes['numFmtId']))))
    },
    {
      leave: (name) => {
        if (name === 'cellXfs') inside = ''
      },
    },
  )
  return formats
}
