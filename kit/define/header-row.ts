import { bothLanguages, defineMessages, type Text } from '../messages/messages.ts'

const texts = defineMessages({
  names: {
    en: 'The first row holds names, unlike the rows below.',
    de: 'Die erste Zeile enthält Namen, anders als die Zeilen darunter.',
  },
  noNames: { en: 'The first row looks like the rows below.', de: 'Die erste Zeile sieht aus wie die Zeilen darunter.' },
  doubtful: {
    en: 'Little tells whether the first row holds names or is an entry like the rows below; please check.',
    de: 'Wenig zeigt, ob die erste Zeile Namen enthält oder ein Eintrag wie die Zeilen darunter ist; bitte prüfen.',
  },
  alone: { en: 'There is only one row.', de: 'Es gibt nur eine Zeile.' },
})

type Cell = string | number | boolean | null | undefined
type Row = readonly Cell[]
export type HeaderFinding = { yes: boolean; confidence: number; reason: Text }

/** How many rows stand above the table: titles and remarks with few cells, before the first row that is as wide as the table. */
export function rowsAbove(rows: readonly Row[]): number {
  const widths = rows.slice(0, 500).map((row) => row.filter((cell) => !isEmpty(cell)).length)
  const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0
  if (usual < 2) return 0
  const first = widths.findIndex((width) => width >= Math.max(2, usual * 0.7))
  return first > 0 && first <= 20 && widths[0]! <= usual / 2 ? first : 0
}

/** Whether the first row holds the names of the columns, judged column by column against the values below. */
export function headerOf([first, ...rest]: readonly Row[]): HeaderFinding {
  const below = rest.slice(0, 200)
  if (!first || below.length === 0) return { yes: true, confidence: 0.4, reason: bothLanguages(texts.alone()) }
  let votes = 0
  for (const [i, head] of first.entries())
    votes += vote(
      head,
      below.map((row) => row[i]).filter((cell) => !isEmpty(cell)),
    )
  const share = votes / first.length
  const yes = votes >= 0
  const confidence = Math.min(0.97, 0.5 + Math.abs(share) * 0.3)
  const reason = confidence < 0.6 ? texts.doubtful() : yes ? texts.names() : texts.noNames()
  return { yes, confidence, reason: bothLanguages(reason) }
}

const isEmpty = (cell: Cell) => cell === null || cell === undefined || String(cell).trim() === ''

/** Above 0 where a cell looks like the name of its column, below 0 where it looks like one more value. */
function vote(head: Cell, values: Cell[]): number {
  if (isEmpty(head) || values.length === 0) return isEmpty(head) || !isName(String(head)) ? 0 : 0.5
  const name = String(head).trim()
  const kind = kindOf(head)
  const kinds = values.map(kindOf)
  const share = (which: string) => kinds.filter((each) => each === which).length / kinds.length
  const usual = ['number', 'flag', 'address', 'code', 'text'].find((which) => share(which) >= 0.7)
  if (usual === 'number' && kind === 'number')
    return /^(19|20)\d\d$/.test(name) && !values.every((value) => /^(19|20)\d\d$/.test(String(value))) ? 0.5 : -2
  if (usual === 'number' || usual === 'flag' || usual === 'address') return kind === usual ? -2 : 2
  const known = isName(name)
  if (values.some((value) => String(value).trim() === name)) return known ? -0.5 : -1.5
  if (usual === 'code')
    return kind === 'code' && values.some((value) => shapeOf(String(value)) === shapeOf(name))
      ? -1.5
      : kind === 'number'
        ? -0.5
        : 1
  if (kind === 'number' || kind === 'address') return -1
  if (known) return 1.5
  return styleVote(
    name,
    values.map((value) => String(value).trim()),
  )
}

function styleVote(name: string, values: string[]): number {
  const [length] = values.map((value) => value.length)
  if (values.length > 1 && length! <= 5 && values.every((value) => value.length === length))
    return name.length === length && isCapital(name) === isCapital(values[0]!) ? -0.5 : 1.5
  if (/^[a-z]+(?:_[a-z0-9]+|[A-Z][a-z0-9]+)+$/.test(name)) return 1.2
  if (/^[a-z]\w*$/.test(name)) return values.some((value) => !/^[a-z]\w*$/.test(value)) ? 0.6 : 0.1
  return -0.3
}

const isCapital = (text: string) => text === text.toUpperCase()

function kindOf(cell: Cell): string {
  if (typeof cell === 'number') return 'number'
  if (typeof cell === 'boolean') return 'flag'
  const text = String(cell).trim()
  if (/^[+-]?[\d.,: /'’\u00a0\u202f-]*\d[\d.,: /'’\u00a0\u202fTZ%€$-]*$/.test(text)) return 'number'
  if (/^(true|false|yes|no|ja|nein|wahr|falsch)$/i.test(text)) return 'flag'
  if (/^\S+@\S+\.\S+$|^https?:\/\//i.test(text)) return 'address'
  return /\d/.test(text) ? 'code' : 'text'
}

/** `A-1002` → `A-9`: what codes of one kind have in common. */
const shapeOf = (text: string) =>
  text
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\d+/g, '9')

const words = new Set(
  (
    'id nr no num number nummer name vorname nachname firstname lastname surname email mail date datum day tag time zeit uhrzeit city ort stadt country land region state street strasse straße hausnummer address adresse anschrift plz zip postcode postleitzahl phone telefon tel fax mobile ' +
    'price preis amount betrag sum summe total menge anzahl qty quantity count stock bestand unit einheit status state type typ art kind kategorie category group gruppe description beschreibung bezeichnung title titel text note notes bemerkung kommentar comment remark code key value wert ' +
    'artikel article item product produkt sku ean gtin customer kunde kundennummer supplier lieferant order auftrag bestellung invoice rechnung company firma currency währung waehrung language sprache url link user benutzer created updated modified geändert erstellt active aktiv flag gender geschlecht birthday geburtsdatum ' +
    'weight gewicht size größe groesse color colour farbe latitude longitude lat lon lng version year jahr month monat von bis from to start end begin ende column spalte field feld nom prénom ville pays prix nombre apellido ciudad fecha precio'
  ).split(' '),
)

/** Whether one of its words is what columns are usually called. */
const isName = (text: string) =>
  text.length < 60 &&
  text
    .replace(/([a-zß-ÿ])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => words.has(word))
