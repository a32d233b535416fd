import { tableOf, words, type StrangeFile, type Table } from './truth.ts'
import { zipOf } from './zip.ts'

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const styles =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="171" formatCode="[h]:mm:ss"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="2"/><xf numFmtId="171"/></cellXfs></styleSheet>'

type How = {
  shared: boolean
  from1904: boolean
  before: 'nothing' | 'empty sheet' | 'hidden sheet'
  titles: boolean
  header: boolean
  references: boolean
  merged: boolean
}

/** A sheet written by the rules of the format alone. */
function workbook(table: Table, how: How): Buffer {
  const strings: string[] = []
  const texts = (text: string, at: string) => {
    if (!how.shared) return `<c${at} t="inlineStr"><is><t xml:space="preserve">${safe(text)}</t></is></c>`
    if (!strings.includes(text)) strings.push(text)
    return `<c${at} t="s"><v>${strings.indexOf(text)}</v></c>`
  }
  const epoch = how.from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  let row = 0
  const line = (cells: ((at: string) => string)[]) => {
    row++
    return `<row${how.references ? ` r="${row}"` : ''}>${cells.map((cell, i) => cell(how.references ? ` r="${String.fromCharCode(65 + i)}${row}"` : '')).join('')}</row>`
  }
  const rows: string[] = []
  if (how.titles) rows.push(line([(at) => texts('Report', at)]), line([]))
  if (how.header) rows.push(line(table.names.map((name) => (at: string) => texts(name, at))))
  for (const cells of table.rows)
    rows.push(
      line(
        cells.map((cell, i) => (at: string) => {
          if (cell === null) return how.references ? '' : '<c/>'
          if (typeof cell === 'boolean') return `<c${at} t="b"><v>${Number(cell)}</v></c>`
          if (table.kinds[i] === 'integer') return `<c${at}><v>${cell}</v></c>`
          if (table.kinds[i] === 'decimal') return `<c${at} s="2"><v>${Number(cell)}</v></c>`
          if (table.kinds[i] === 'date')
            return `<c${at} s="1"><v>${(Date.parse(`${cell}T00:00:00Z`) - epoch) / 86_400_000}</v></c>`
          const duration = /^(\d+):(\d\d):(\d\d)$/.exec(String(cell))
          if (duration)
            return `<c${at} s="3"><v>${(Number(duration[1]) * 3600 + Number(duration[2]) * 60 + Number(duration[3])) / 86_400}</v></c>`
          return texts(String(cell), at)
        }),
      ),
    )
  const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData>${how.merged ? '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>' : ''}</worksheet>`
  const first =
    how.before === 'nothing'
      ? ''
      : `<sheet name="First" sheetId="9" r:id="rId9"${how.before === 'hidden sheet' ? ' state="hidden"' : ''}/>`
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr${how.from1904 ? ' date1904="1"' : ''}/><sheets>${first}<sheet name="Data" sheetId="1" r:id="rId1"/></sheets><extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Target="worksheets/sheet9.xml"/></Relationships>',
    'xl/styles.xml': styles,
    ...(how.shared && {
      'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t xml:space="preserve">${safe(text)}</t></si>`).join('')}</sst>`,
    }),
    'xl/worksheets/sheet9.xml': `<worksheet><sheetData>${how.before === 'hidden sheet' ? '<row><c><v>1</v></c></row>' : ''}</sheetData></worksheet>`,
    'xl/worksheets/sheet1.xml': sheet,
  })
}

export function* workbooks(): Generator<StrangeFile> {
  const table = tableOf([...words['utf-8'], 'a "b" <c> & d', 'two\nlines'])
  const timed: Table = {
    names: [...table.names, 'duration'],
    kinds: [...table.kinds, 'text'],
    rows: table.rows.map((row, i) => [
      ...row,
      ['36:00:00', '00:30:00', '100:15:30', '08:00:00', '23:59:59', '24:00:00', '01:01:01', '999:00:00'][i]!,
    ]),
  }
  const both = [false, true]
  for (const shared of both)
    for (const from1904 of both)
      for (const before of ['nothing', 'empty sheet', 'hidden sheet'] as const)
        for (const titles of both)
          for (const header of both)
            for (const references of both) {
              const how = { shared, from1904, before, titles, header, references, merged: titles }
              yield { what: `xlsx ${JSON.stringify(how)}`, name: 'x.xlsx', bytes: workbook(timed, how), table: timed }
            }
}
