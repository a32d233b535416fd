import type { ModelField } from '@weft/kit/define/model.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { bothLanguages, defineMessages } from '@weft/kit/messages/messages.ts'
import { fieldNames } from '@weft/kit/define/field-names.ts'
import type { Votes } from './notation.ts'
import { Scalars, type Hint } from './scalars.ts'

const texts = defineMessages({
  tooMany: {
    en: 'It has more than {limit, number} different fields, the most a model can hold. Check separator, target tag and path.',
    de: 'Sie hat mehr als {limit, number} verschiedene Felder; mehr kann ein Modell nicht enthalten. Prüfen Sie Trennzeichen, Ziel-Tag und Pfad.',
  },
  object: {
    en: 'An object with {count, plural, one {# field} other {# fields}}.',
    de: 'Ein Objekt mit {count, plural, one {# Feld} other {# Feldern}}.',
  },
  list: {
    en: 'A list; at most {count, plural, one {# entry} other {# entries}} at once.',
    de: 'Eine Liste; höchstens {count, plural, one {# Eintrag} other {# Einträge}} auf einmal.',
  },
  deep: {
    en: 'Nested deeper than the maximum depth, so kept as it is.',
    de: 'Tiefer verschachtelt als die größte Tiefe, daher unverändert übernommen.',
  },
  lists: {
    en: 'Lists directly inside a list, so kept as it is.',
    de: 'Listen unmittelbar in einer Liste, daher unverändert übernommen.',
  },
})

/** As many fields a model can hold, those inside of others among them. */
const mostFields = 2_000

/** Counts the fields of a file, however deep they lie. */
export class FieldCount {
  #count = 0
  add() {
    if (++this.#count > mostFields) throw new Invalid('MODEL_TOO_MANY_FIELDS', texts.tooMany({ limit: mostFields }))
  }
}
/** What an element holds beside its attributes, and a list beside its objects. */
const text = '#text'

/** Looks at the values of one column, one by one, and says what it holds. */
export class ModelColumn {
  nulls = 0
  readonly #depth: number
  /** Single values, whether they stand alone, in a list or beside the attributes of an element. */
  readonly #scalars = new Scalars()
  readonly #inside = new Map<string, ModelColumn>()
  #alone = 0
  #objects = 0
  #lists = 0
  #listsInside = 0
  #mostEntries = 0
  /** Objects and single values, in lists or not: what a nested field could have occurred in. */
  #children = 0
  readonly #limit: FieldCount

  constructor(depth: number, limit: FieldCount) {
    limit.add()
    this.#limit = limit
    this.#depth = depth
  }

  add(value: unknown) {
    if (value === null || value === undefined) this.nulls++
    else if (Array.isArray(value)) {
      this.#lists++
      this.#mostEntries = Math.max(this.#mostEntries, value.length)
      if (this.#depth > 1) for (const entry of value) this.#child(entry)
    } else if (typeof value === 'object') {
      this.#objects++
      if (this.#depth > 1) this.#child(value)
    } else {
      this.#alone++
      this.#child(value)
    }
  }

  get count() {
    return this.#alone + this.#objects + this.#lists
  }

  /** Every entry had a single value here, and no two the same. */
  get unique() {
    return this.nulls === 0 && this.#alone === this.count && this.#scalars.unique
  }

  /** What the values here say of the numbers of the whole file. */
  vote(votes: Votes) {
    if (this.#scalars.count > 0) this.#scalars.vote(votes)
    for (const column of this.#inside.values()) column.vote(votes)
  }

  /** The finding; `entries` is how many records there were in all. */
  field(name: string, original_name: string, entries: number, hint: Hint): ModelField {
    const { reason, ...rest } = this.#finding(hint)
    return {
      name,
      original_name,
      include: true,
      nullable: this.nulls + this.count < entries || this.nulls > 0 || this.count === 0,
      unique: this.unique,
      ...rest,
      reason: bothLanguages(reason),
    }
  }

  #child(value: unknown) {
    if (value === null || value === undefined) return
    this.#children++
    if (Array.isArray(value)) this.#listsInside++
    else if (typeof value !== 'object') this.#scalars.add(value)
    else for (const [key, entry] of Object.entries(value)) this.#entry(key, entry)
  }

  #entry(key: string, entry: unknown) {
    if (key === text && entry !== null && typeof entry !== 'object') return this.#scalars.add(entry)
    let column = this.#inside.get(key)
    if (!column) this.#inside.set(key, (column = new ModelColumn(this.#depth - 1, this.#limit)))
    column.add(entry)
  }

  #finding(hint: Hint) {
    if (this.#lists + this.#objects === 0) return this.#scalars.finding(hint)
    if (this.#depth <= 1) return { type: 'json' as const, confidence: 0.8, reason: texts.deep() }
    if (this.#listsInside > 0) return { type: 'json' as const, confidence: 0.8, reason: texts.lists() }
    const fields = this.#inside.size === 0 && this.#objects === 0 ? undefined : this.#fields(hint)
    const known = { ...(fields && fields.length > 0 && { fields }), confidence: 0.95 }
    if (this.#lists > 0) return { type: 'list' as const, ...known, reason: texts.list({ count: this.#mostEntries }) }
    return { type: 'object' as const, ...known, reason: texts.object({ count: fields?.length ?? 0 }) }
  }

  #fields(hint: Hint): ModelField[] {
    const originals = [...this.#inside.keys(), ...(this.#scalars.count > 0 && !this.#inside.has(text) ? [text] : [])]
    const names = fieldNames(originals)
    return originals.map(
      (original, i) =>
        this.#inside.get(original)?.field(names[i]!, original, this.#children, hint) ??
        this.#textField(names[i]!, hint),
    )
  }

  #textField(name: string, hint: Hint): ModelField {
    const { reason, ...rest } = this.#scalars.finding(hint)
    return {
      name,
      original_name: text,
      include: true,
      nullable: this.#scalars.count < this.#children,
      unique: this.#scalars.count === this.#children && this.#scalars.unique,
      ...rest,
      reason: bothLanguages(reason),
    }
  }
}

/** The fields a set of columns makes, with names of their own. */
export function fieldsOf(columns: ReadonlyMap<string, ModelColumn>, entries: number, hint: Hint): ModelField[] {
  const originals = [...columns.keys()]
  const names = fieldNames(originals)
  return originals.map((original, i) => columns.get(original)!.field(names[i]!, original, entries, hint))
}
