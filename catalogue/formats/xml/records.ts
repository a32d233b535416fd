import { SaxesParser } from 'saxes'
import { nestingDepth, recordColumns, valueCharacters } from '@weft/kit/define/limits.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  broken: {
    en: 'Line {line, number}, column {column, number}: this is not well-formed XML. Correct the file there; nothing behind it was read.',
    de: 'Zeile {line, number}, Spalte {column, number}: Das ist kein wohlgeformtes XML. Korrigieren Sie die Datei dort; dahinter wurde nichts gelesen.',
  },
  entity: {
    en: 'Line {line, number}: an entity is used that XML does not know by itself. Entities of the file itself are never expanded; write the character instead.',
    de: 'Zeile {line, number}: Es wird eine Entität verwendet, die XML nicht von sich aus kennt. Entitäten der Datei selbst werden nie aufgelöst; schreiben Sie stattdessen das Zeichen.',
  },
  bomb: {
    en: 'The file declares entities of its own. That is how XML bombs are built, so it is refused; remove the DOCTYPE.',
    de: 'Die Datei deklariert eigene Entitäten. So werden XML-Bomben gebaut, deshalb wird sie abgelehnt; entfernen Sie den DOCTYPE.',
  },
  tooDeep: {
    en: 'Line {line, number}: nested deeper than {limit} levels.',
    de: 'Zeile {line, number}: tiefer als {limit} Ebenen verschachtelt.',
  },
  tooWide: {
    en: 'Line {line, number}: the tag {tag} holds more than {limit, number} fields, the most a record can have. Check the target tag.',
    de: 'Zeile {line, number}: Das Tag {tag} enthält mehr als {limit, number} Felder; mehr kann ein Datensatz nicht haben. Prüfen Sie das Ziel-Tag.',
  },
  tooLarge: {
    en: 'Line {line, number}: the record or value here is larger than {limit} MB, the most a record can hold. Check the target tag.',
    de: 'Zeile {line, number}: Der Datensatz oder Wert hier ist größer als {limit} MB; mehr fasst ein Datensatz nicht. Prüfen Sie das Ziel-Tag.',
  },
  noTag: { en: 'The file has no tag "{tag}".', de: 'Die Datei hat kein Tag „{tag}“.' },
})

type Open = {
  name: string
  value: DataRecord | undefined
  text: string
  list: boolean
  nil: boolean
  keepsSpace: boolean
  /** How many fields it has so far. */ fields: number
}

/** Builds one record from each target tag of XML that arrives in pieces. Attributes get an @, text beside tags is #text. */
export class XmlRecords {
  readonly ready: { record: DataRecord; characters: number }[] = []
  readonly #parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true })
  readonly #open: Open[] = []
  readonly #force: ReadonlySet<string>
  readonly #target: string
  #depth = 0
  #characters = 0
  #silent = 0
  #found = false

  constructor({ target_tag, force_array }: { target_tag: string; force_array: readonly string[] }) {
    this.#target = target_tag
    this.#force = new Set(force_array)
    const parser = this.#parser
    parser.on('error', (error) => {
      const { line, column } = parser
      throw new Invalid(
        'XML_INVALID',
        /entity/i.test(error.message) ? texts.entity({ line }) : texts.broken({ line, column: column + 1 }),
      )
    })
    parser.on('doctype', (doctype) => {
      if (/<!ENTITY/i.test(doctype)) throw new Invalid('XML_ENTITIES', texts.bomb())
    })
    parser.on('opentag', ({ name, attributes }) => this.#enter(name, attributes))
    parser.on('text', (text) => this.#write(text))
    parser.on('cdata', (text) => this.#write(text))
    parser.on('closetag', () => this.#leave())
  }

  feed(piece: string) {
    this.#silent += piece.length
    this.#parser.write(piece)
    if (this.#silent > valueCharacters * 2) throw this.#tooLarge()
  }

  end() {
    this.#parser.close()
    if (!this.#found && this.#target !== '') throw new Invalid('XML_NO_TAG', texts.noTag({ tag: this.#target }))
  }

  #enter(name: string, attributes: Record<string, string>) {
    this.#silent = 0
    if (++this.#depth > nestingDepth)
      throw new Invalid('XML_TOO_DEEP', texts.tooDeep({ line: this.#parser.line, limit: nestingDepth }))
    const above = this.#open.at(-1)
    if (!above && !this.#isTarget(name)) return
    this.#found = true
    let value: DataRecord | undefined
    let fields = 0
    let nil = false
    for (const key in attributes) {
      if (isNil.test(key)) nil = /^\s*(true|1)\s*$/.test(attributes[key]!)
      if (key === 'xmlns' || key.startsWith('xmlns:') || key === 'xml:space' || isNil.test(key)) continue
      value ??= {}
      value[`@${key}`] = attributes[key]
      if (++fields > recordColumns) throw this.#tooWide(name)
      this.#characters += attributes[key]!.length
    }
    this.#open.push({
      name,
      value,
      text: '',
      list: this.#force.has(name),
      nil,
      keepsSpace: attributes['xml:space'] === 'preserve',
      fields,
    })
  }

  #isTarget(name: string) {
    return this.#target === ''
      ? this.#depth === 2
      : name === this.#target || name.slice(name.indexOf(':') + 1) === this.#target
  }

  #write(text: string) {
    this.#silent = 0
    const open = this.#open.at(-1)
    if (!open) return
    open.text += text
    this.#characters += text.length
    if (this.#characters > valueCharacters) throw this.#tooLarge()
  }

  #leave() {
    this.#silent = 0
    this.#depth--
    const open = this.#open.pop()
    if (!open) return
    const value = valueOf(open)
    const above = this.#open.at(-1)
    if (above) {
      above.value ??= {}
      if (put(above.value, open, value) && ++above.fields > recordColumns) throw this.#tooWide(above.name)
      return
    }
    const record = typeof value === 'object' && value !== null ? (value as DataRecord) : { '#text': value }
    this.ready.push({ record, characters: this.#characters })
    this.#characters = 0
  }

  #tooWide(tag: string) {
    return new Invalid('XML_TOO_MANY_FIELDS', texts.tooWide({ line: this.#parser.line, tag, limit: recordColumns }))
  }

  #tooLarge() {
    return new Invalid(
      'XML_TOO_LARGE',
      texts.tooLarge({ line: this.#parser.line, limit: valueCharacters / 1024 / 1024 }),
    )
  }
}

/** `xsi:nil="true"`: the element has no value, whatever the prefix. */
const isNil = /^[\w.-]+:nil$/

function valueOf({ value, text, nil, keepsSpace }: Open): unknown {
  if (nil) return value ?? null
  const trimmed = keepsSpace ? text : text.trim()
  if (!value) return trimmed === '' && !keepsSpace ? null : trimmed
  if (trimmed !== '') value['#text'] = trimmed
  return value
}

/** Says whether that is a field of its own, and not one more of a list. */
function put(into: DataRecord, { name, list }: Open, value: unknown): boolean {
  const key = name === '__proto__' ? '_proto_' : name
  const fresh = !Object.hasOwn(into, key)
  if (fresh) into[key] = list ? [value] : value
  else if (Array.isArray(into[key])) into[key].push(value)
  else into[key] = [into[key], value]
  return fresh
}
