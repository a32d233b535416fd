import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

/**
 * Addresses as DIN 5008 (Germany), ÖNORM A 1080 (Austria), the Swiss Post and the Royal Mail have them written, on one line
 * or several. `split.test.ts` measures how often it is right.
 */
export const splitAddress = defineTransformer({
  key: 'split_address',
  group: 'text',
  icon: 'IconMapPin',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'object',
  apply: () => split,
  labels: {
    title: { en: 'Split an address', de: 'Adresse zerlegen' },
    help: {
      en: 'Makes street, house_number, addition, postcode, city and country of a German, Austrian, Swiss or British address, with a confidence from 0 to 1. Below 0.8 somebody should look.',
      de: 'Macht aus einer deutschen, österreichischen, Schweizer oder britischen Adresse street, house_number, addition, postcode, city und country, mit einer Sicherheit confidence von 0 bis 1. Unter 0.8 sollte jemand nachsehen.',
    },
    fields: {},
  },
  examples: [
    {
      takes: ['Straße des 17. Juni 135, D-10623 Berlin'],
      gives: {
        street: 'Straße des 17. Juni',
        house_number: '135',
        addition: null,
        postcode: '10623',
        city: 'Berlin',
        country: 'DE',
        confidence: '1',
      },
    },
    {
      takes: ['Flat 2, 10 High Street, Oxford OX1 4AA'],
      gives: {
        street: 'High Street',
        house_number: '10',
        addition: 'Flat 2',
        postcode: 'OX1 4AA',
        city: 'Oxford',
        country: 'GB',
        confidence: '0.95',
      },
    },
    {
      takes: ['Elbchaussee 14'],
      gives: {
        street: 'Elbchaussee',
        house_number: '14',
        addition: null,
        postcode: null,
        city: null,
        country: null,
        confidence: '0.5',
      },
    },
  ],
})

const countries: Record<string, string> = {
  de: 'DE',
  deutschland: 'DE',
  germany: 'DE',
  allemagne: 'DE',
  at: 'AT',
  österreich: 'AT',
  oesterreich: 'AT',
  austria: 'AT',
  ch: 'CH',
  schweiz: 'CH',
  switzerland: 'CH',
  suisse: 'CH',
  svizzera: 'CH',
  li: 'LI',
  liechtenstein: 'LI',
  uk: 'GB',
  gb: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'great britain': 'GB',
  'united kingdom': 'GB',
}
const prefixes: Record<string, string> = { D: 'DE', DE: 'DE', A: 'AT', AT: 'AT', CH: 'CH', FL: 'LI', LI: 'LI' }
const town = /^(?:(D|DE|A|AT|CH|FL|LI)[- ]{1,3})?(\d{4,5}) +(\p{L}.*)$/u
const townInside = / (?:(D|DE|A|AT|CH|FL|LI)[- ]{1,3})?(\d{4,5}) +(\p{L}[^\d]*)$/u
const british = /^(.*?)[, ]*\b([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})$/i
const box = /^(?:postfach|p\.? ?o\.? ?box|packstation|postlagernd|paketshop)\b/i
const numbered =
  /^(.*?\p{L}.*?\.?) *?(?<= |\p{L}|\.)(\d{1,5}(?: ?[a-z](?![\p{L}]))?(?: ?½)?(?: ?[-–/+] ?(?:\d{1,5}(?: ?[a-z])?|[a-z])(?![\p{L}]))*)(?: +(?=\S)(.+))?$/iu
const numberFirst = /^(\d{1,5}[a-z]?(?:[-–/]\d{1,5}[a-z]?)?) +(\p{L}.+)$/iu
const roadLike =
  /(?:str\.?|straße|strasse|weg|platz|allee|gasse|ring|damm|ufer|chaussee|markt|hof|street|road|lane|avenue|row|square|close|drive|way|axe|terrace|place|court|gardens|hill)$/i

function split(text: string) {
  const whole = text.slice(0, 500).replace(/[ \t\u00a0]+/g, ' ')
  const pieces = joined(
    whole
      .split(/[,;\n\r|·•]| \/{1,2} (?=\D|\d{4,5} \p{L})/u)
      .map((piece) => piece.trim())
      .filter(Boolean),
  )
  let country = pieces.length > 1 ? countries[pieces.at(-1)!.toLowerCase()] : undefined
  if (country) pieces.pop()
  const place = townIn(pieces)
  country ??= place.country
  const { street, house_number, additions } = streetIn(pieces, country === 'GB')
  const lone =
    place.city === null && street !== null && additions.length === 1 && /^\p{Lu}[\p{L} .-]+$/u.test(additions[0]!)
  const city = place.city ?? (lone ? additions.pop()! : null)
  let sure = 100
  if (place.postcode === null) sure -= 30
  if (city === null) sure -= 20
  if (street === null) sure -= 40
  else if (house_number === null && !box.test(street)) sure -= roadLike.test(street) ? 10 : 30
  sure -= additions.length * 5
  if (place.postcode !== null && country === undefined) sure -= 5
  return {
    street,
    house_number,
    addition: additions.join(', ') || null,
    postcode: place.postcode,
    city,
    country: country ?? null,
    confidence: String(Math.max(0, sure) / 100),
  }
}

/** The squares of Mannheim are streets whose number stands behind a comma: C 4, 12. */
function joined(pieces: string[]): string[] {
  const at = pieces.findIndex(
    (piece, i) => /^[A-U] ?\d{1,2}$/.test(piece) && /^\d{1,3}[a-z]?$/.test(pieces[i + 1] ?? ''),
  )
  return at < 0 ? pieces : [...pieces.slice(0, at), `${pieces[at]}#${pieces[at + 1]}`, ...pieces.slice(at + 2)]
}

/** Postcode and city, which are taken out of the pieces. */
function townIn(pieces: string[]): { postcode: string | null; city: string | null; country?: string | undefined } {
  const at = pieces.findLastIndex((piece) => town.test(piece) || british.test(piece))
  if (at >= 0) {
    const [piece] = pieces.splice(at, 1)
    const found = town.exec(piece!)
    if (found) return continental(found)
    const [, before, outward, inward] = british.exec(piece!)!
    const city = before || pieces.splice(at - 1, at > 0 ? 1 : 0)[0] || null
    return { postcode: `${outward} ${inward}`.toUpperCase(), city, country: 'GB' }
  }
  const inside = pieces.findLastIndex((piece) => townInside.test(piece))
  if (inside < 0) return { postcode: null, city: null }
  const found = townInside.exec(pieces[inside]!)!
  pieces[inside] = pieces[inside]!.slice(0, found.index).trim()
  return continental(found)
}

const continental = ([, prefix, postcode, city]: RegExpExecArray) => ({
  postcode: postcode!,
  city: city!.trim(),
  country: prefix ? prefixes[prefix] : postcode!.length === 5 ? 'DE' : undefined,
})

function streetIn(pieces: string[], isBritish: boolean) {
  const additions: string[] = []
  let street: string | null = null
  let house_number: string | null = null
  const plain = pieces.map((piece) => {
    const bracket = /^(.*?) *\(([^)]*)\)$/.exec(piece)
    return bracket ? { piece: bracket[1]!, behind: bracket[2]! } : { piece, behind: undefined }
  })
  const at = best(
    plain.map(({ piece }) => piece),
    isBritish,
  )
  for (const [i, { piece, behind }] of plain.entries()) {
    if (i !== at) additions.push(piece)
    else {
      const found = taken(piece, isBritish)
      street = found.street
      house_number = found.number
      if (found.more) additions.push(found.more)
    }
    if (behind) additions.push(behind)
  }
  return { street, house_number, additions }
}

const extra =
  /^(?:c\/o|z\. ?hd\.|flat|unit|suite|apt|apartment|app\.|floor|etage|stiege|top|tür|haus [a-z0-9]{1,2}$|hinterhaus|vorderhaus|seitenflügel|ot |ortsteil|\d{1,2}\. (?:og|ug|etage|stock|floor)|eg$)/i

/** The piece that looks most like a street with its number. */
function best(pieces: string[], isBritish: boolean): number {
  const marks = pieces.map((piece) => {
    if (box.test(piece)) return 5
    if (/#/.test(piece)) return 5
    if (extra.test(piece)) return 0
    if (isBritish) return numberFirst.test(piece) ? 4 : roadLike.test(piece) ? 3 : 1
    return numbered.test(piece) ? 4 : roadLike.test(piece) ? 3 : 1
  })
  const most = Math.max(...marks, 0)
  return most > 0 ? marks.findIndex((mark) => mark === most) : -1
}

function taken(
  piece: string,
  isBritish: boolean,
): { street: string; number: string | null; more?: string | undefined } {
  if (box.test(piece)) return { street: piece, number: null }
  if (piece.includes('#')) {
    const [street, number] = piece.split('#')
    return { street: street!, number: number! }
  }
  const first = isBritish ? numberFirst.exec(piece) : null
  if (first) return { street: first[2]!, number: first[1]! }
  // “Straße des 17. Juni” has a number inside: the last one that is not followed by a dot counts.
  const inside = numbered.exec(
    piece.replace(/\d+\.(?= \p{L})/gu, (date) =>
      date.replace(/\d/g, (digit) => String.fromCharCode(0xe000 + Number(digit))),
    ),
  )
  if (!inside) return { street: piece, number: null }
  const back = (text: string | undefined) =>
    text?.replace(/[\ue000-\ue009]/g, (digit) => String(digit.charCodeAt(0) - 0xe000)).trim()
  return { street: back(inside[1])!, number: back(inside[2])!, more: back(inside[3]) }
}
