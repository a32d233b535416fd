import { fits } from '@weft/kit/define/value.ts'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import { hasEntries, fieldPaths, type MappedStructure, type FieldPath } from './check/fields.ts'

/** A connection that looks right, and how sure that is. */
export type Suggestion = { source_field_id: string; target_field_id: string; confidence: number }

const least = 0.55

/**
 * Connections for target fields that have none, by the likeness of names. Types must fit, and what belongs to the entries of a
 * list is only offered where that list is connected, or is about to be.
 */
export function suggestConnections(
  source: MappedStructure,
  target: MappedStructure,
  definition: MappingDefinition,
): Suggestion[] {
  const [sources, targets] = [fieldPaths(source), fieldPaths(target)]
  const fed = new Map(
    definition.connections.map(({ source_field_id, target_field_id }) => [target_field_id, source_field_id]),
  )
  const found: Suggestion[] = []
  // Outer fields come before inner ones, so a list is decided before its entries.
  for (const [id, place] of targets) {
    if (fed.has(id) || place.type === 'object' || inFedObject(place, targets, fed)) continue
    const best = bestFor(place, sources, fed)
    if (!best) continue
    found.push({ source_field_id: best.id, target_field_id: id, confidence: best.confidence })
    fed.set(id, best.id)
  }
  return found
}

function inFedObject(place: FieldPath, targets: ReadonlyMap<string, FieldPath>, fed: ReadonlyMap<string, string>) {
  return [...targets].some(
    ([id, outer]) => fed.has(id) && outer.type === 'object' && place.full_name.startsWith(`${outer.full_name}.`),
  )
}

function bestFor(place: FieldPath, sources: ReadonlyMap<string, FieldPath>, fed: ReadonlyMap<string, string>) {
  const inside = new Set(place.lists.map((list) => fed.get(list)))
  const taken = new Set(fed.values())
  let best: { id: string; confidence: number } | undefined
  for (const [id, one] of sources) {
    const suits =
      place.type === 'list'
        ? one.type === 'list' && hasEntries(one.field) === hasEntries(place.field)
        : one.type !== 'list' && one.type !== 'object' && fits(one.type, place.type)
    if (!suits || one.lists.some((list) => !inside.has(list))) continue
    const confidence =
      likeness(one, place) -
      (taken.has(id) ? 0.15 : 0) -
      (one.type === place.type ? 0 : 0.05) -
      (one.lists.length < place.lists.length ? 0.1 : 0)
    if (confidence >= least && confidence > (best?.confidence ?? 0))
      best = { id, confidence: Math.round(confidence * 100) / 100 }
  }
  return best
}

/** Words that say the same in the fields of orders, customers and products, German and English. */
const same = [
  ['id', 'no', 'nr', 'number', 'nummer', 'key'],
  ['zip', 'postcode', 'postal', 'plz'],
  ['qty', 'quantity', 'menge', 'amount', 'anzahl'],
  ['sku', 'material', 'article', 'artikel', 'product', 'produkt', 'item'],
  ['name', 'title', 'bezeichnung', 'label'],
  ['customer', 'kunde', 'buyer', 'client'],
  ['country', 'land'],
  ['city', 'ort', 'stadt', 'town'],
  ['street', 'strasse', 'address', 'adresse'],
  ['date', 'datum', 'day', 'placed'],
  ['price', 'preis'],
  ['company', 'firma'],
  ['phone', 'telefon', 'tel'],
  ['order', 'bestellung', 'auftrag'],
  ['line', 'lines', 'items', 'positions', 'positionen', 'details', 'zeilen'],
  ['freight', 'shipping', 'fracht', 'versand'],
  ['total', 'sum', 'summe', 'gesamt'],
  ['email', 'mail'],
]
const meaning = new Map(same.flatMap((words) => words.map((word) => [word, words[0]!] as const)))

function likeness(a: FieldPath, b: FieldPath): number {
  const [x, y] = [plain(a.field.name), plain(b.field.name)]
  if (x === y) return 1
  const [xs, ys] = [words(a.field.name), words(b.field.name)]
  const shared = xs.filter((word) => ys.includes(word)).length
  const byWords = (2 * shared) / (xs.length + ys.length)
  const labels = a.field.label && b.field.label && plain(a.field.label) === plain(b.field.label) ? 0.95 : 0
  return Math.max(byWords * 0.9, pairsAlike(x, y) * 0.9, labels)
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9äöüß]/g, '')
const words = (name: string) =>
  name
    .toLowerCase()
    .split(/[^a-z0-9äöüß]+/)
    .filter(Boolean)
    .map((word) => meaning.get(word) ?? word)

/** The share of letter pairs two names have in common (Sørensen and Dice). */
function pairsAlike(a: string, b: string): number {
  const pairs = (text: string) => Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2))
  const left = pairs(a)
  const right = pairs(b)
  if (left.length === 0 || right.length === 0) return 0
  let shared = 0
  for (const pair of left) {
    const at = right.indexOf(pair)
    if (at < 0) continue
    shared++
    right.splice(at, 1)
  }
  return (2 * shared) / (left.length + pairs(b).length)
}
