import { mappingLimits, type MappingTransformer } from '../define/mapping.ts'
import { arity, type Transformer } from '../define/transformer.ts'
import { defineMessages, type Message } from '../messages/messages.ts'
import type { Formula, FormulaProblem, FormulaSetting, Operator, Repair, Span } from './formula.ts'
import { alike, chained, operatorKeys, type Functions } from './functions.ts'

const texts = defineMessages({
  function: { en: 'There is no function “{name}”.', de: 'Es gibt keine Funktion „{name}“.' },
  name: { en: 'There is no field “{name}” in the source.', de: 'In der Quelle gibt es kein Feld „{name}“.' },
  use: { en: 'Take {name}', de: '{name} nehmen' },
  few: {
    en: '“{name}” needs {least, plural, one {a value} other {# values}}.',
    de: '„{name}“ braucht {least, plural, one {einen Wert} other {# Werte}}.',
  },
  many: {
    en: '“{name}” takes {most, plural, =0 {no values} one {one value} other {# values}} at most.',
    de: '„{name}“ nimmt höchstens {most, plural, =0 {keine Werte} one {einen Wert} other {# Werte}}.',
  },
  setting: { en: '“{name}” has no setting “{setting}”.', de: '„{name}“ hat keine Einstellung „{setting}“.' },
  twice: { en: '“{setting}” is set twice.', de: '„{setting}“ ist doppelt gesetzt.' },
  fixed: {
    en: 'A setting is fixed: a number, a text in quotes, true, false, or a list of them.',
    de: 'Eine Einstellung steht fest: eine Zahl, ein Text in Anführungszeichen, true, false oder eine Liste davon.',
  },
  value: {
    en: 'A list in brackets can only be a setting of a function.',
    de: 'Eine Liste in Klammern kann nur Einstellung einer Funktion sein.',
  },
  parts: {
    en: 'This formula has more than {most, number} parts. Split it.',
    de: 'Diese Formel hat mehr als {most, number} Teile. Teilen Sie sie auf.',
  },
})

/** As many as a formula of the longest text could need, and no more than a worker computes at once. */
export const mostParts = 200

/** A transformer a formula is made of, and where in the text it stands. */
export type Part = Pick<MappingTransformer, 'id' | 'key' | 'label' | 'inputs' | 'options' | 'output'> & {
  span: Span
  /** Where each input stands. */
  places: Span[]
}

export type Unfolding = {
  functions: Functions
  /** What a name stands for: the id of a field or an output. */
  resolve(name: string): string | undefined
  /** What could have been meant. */
  known: Iterable<string>
  /** The id and the output of the n-th part; the first is the formula itself. */
  idOf(part: number): { id: string; output: string }
}

/** The transformers a formula stands for, those that others need first. A part with a problem is left out, and with it what needs it. */
export function unfoldFormula(
  tree: Formula,
  around: Unfolding,
): { parts: Part[]; problems: FormulaProblem[]; sound: boolean } {
  const unfolder = new Unfolder(around)
  const sound = unfolder.root(tree)
  return { parts: unfolder.parts, problems: unfolder.problems, sound }
}

type Made = Pick<Part, 'key' | 'options' | 'places'> & { inputs: (string | null)[]; label: string; span: Span }

class Unfolder {
  readonly parts: Part[] = []
  readonly problems: FormulaProblem[] = []
  readonly #around: Unfolding
  #count = 0

  constructor(around: Unfolding) {
    this.#around = around
  }

  root(tree: Formula): boolean {
    const made = this.#made(tree)
    if (made) return this.#put(made, 0) !== undefined
    const origin = tree.is === 'name' ? this.#origin(tree) : undefined
    // A name alone: the value itself.
    return (
      origin !== undefined &&
      this.#put({ ...of(tree), key: 'coalesce', inputs: [origin], places: [tree] }, 0) !== undefined
    )
  }

  #tell(code: string, message: Message, { from, to }: Span, repairs: Repair[] = []) {
    this.problems.push({ code, message, from, to, repairs })
    return undefined
  }

  #instead(names: readonly string[], { from, to }: Span): Repair[] {
    return names.map((name) => ({ label: texts.use({ name }), from, to, insert: name }))
  }

  #put({ key, options, inputs, places, label, span }: Made, part: number): string | undefined {
    if (this.parts.length >= mostParts) {
      const isTold = this.problems.some(({ code }) => code === 'parts')
      return isTold ? undefined : this.#tell('parts', texts.parts({ most: mostParts }), span)
    }
    const { id, output } = this.#around.idOf(part)
    this.parts.push({ id, output, key, label, options, inputs, places, span })
    return output
  }

  #origin(tree: Extract<Formula, { is: 'name' }>): string | undefined {
    const origin = this.#around.resolve(tree.name)
    if (origin !== undefined) return origin
    const repairs = this.#instead(alike(tree.name, this.#around.known), tree)
    return this.#tell('name', texts.name({ name: tree.name }), tree, repairs)
  }

  /** Where a value comes from: a field, an output, or a part that is made for it. */
  #value(tree: Formula): string | undefined {
    if (tree.is === 'name') return this.#origin(tree)
    const made = this.#made(tree)
    return made && this.#put(made, ++this.#count)
  }

  #made(tree: Formula): Made | undefined {
    switch (tree.is) {
      case 'number':
        return constant(tree, tree.value, tree.value.includes('.') ? 'decimal' : 'integer')
      case 'text':
        return constant(tree, tree.value, 'text')
      case 'truth':
        return constant(tree, String(tree.value), 'boolean')
      case 'nothing':
        return constant(tree, '', 'text')
      case 'negative': {
        const minus = this.#put(constant(tree, '-1', 'integer'), ++this.#count)
        const value = this.#value(tree.of)
        if (minus === undefined || value === undefined) return undefined
        return { ...of(tree, '-'), key: 'multiply', inputs: [minus, value], places: [tree, tree.of] }
      }
      case 'pair':
        return this.#pair(tree)
      case 'call':
        return this.#call(tree)
      case 'list':
      case 'object':
        return this.#tell('value', texts.value(), tree)
      default:
        return undefined
    }
  }

  #pair(tree: Extract<Formula, { is: 'pair' }>): Made | undefined {
    const { key, options = {} } = operatorKeys[tree.operator]
    const entries = chained.includes(tree.operator) ? chainOf(tree, tree.operator) : [tree.left, tree.right]
    const inputs = this.#values(entries)
    return inputs && { ...of(tree, tree.operator), key, options, inputs, places: entries }
  }

  #values(trees: readonly Formula[]): (string | null)[] | undefined {
    const origins = trees.map((tree) => (tree.is === 'nothing' ? null : this.#value(tree)))
    return origins.includes(undefined) ? undefined : (origins as (string | null)[])
  }

  #call(tree: Extract<Formula, { is: 'call' }>): Made | undefined {
    const { functions } = this.#around
    const transformer = functions.find(tree.name)
    if (!transformer) {
      const repairs = this.#instead(alike(tree.name, functions.names), tree.at)
      return this.#tell('function', texts.function({ name: tree.name }), tree.at, repairs)
    }
    const { least } = arity(transformer)
    const most = 'all' in transformer.takes ? mappingLimits.inputs : transformer.takes.length
    const [given, further] = [tree.inputs.slice(0, most), tree.inputs.slice(most)]
    const settings = [...further.map((value, i) => positional(transformer, value, i, tree.settings)), ...tree.settings]
    if (given.length < least) return this.#tell('few', texts.few({ name: tree.name, least }), tree)
    if (settings.some((setting) => setting === undefined))
      return this.#tell('many', texts.many({ name: tree.name, most }), further[0]!)
    const inputs = this.#values(given)
    const options = this.#options(tree.name, transformer, settings as FormulaSetting[])
    return inputs && options && { ...of(tree, tree.name), key: transformer.key, options, inputs, places: given }
  }

  #options(name: string, { options }: Transformer, settings: FormulaSetting[]): Record<string, unknown> | undefined {
    const found: Record<string, unknown> = {}
    for (const { name: setting, value, from } of settings) {
      const at = { from, to: Math.max(from, value.from) }
      if (!Object.hasOwn(options.shape, setting)) {
        const place = { from, to: from + setting.length }
        const repairs = this.#instead(alike(setting, Object.keys(options.shape)), place)
        return this.#tell('setting', texts.setting({ name, setting }), place, repairs)
      }
      if (Object.hasOwn(found, setting)) return this.#tell('twice', texts.twice({ setting }), at)
      const fixed = fixedValue(value)
      if (!fixed) return value.is === 'missing' ? undefined : this.#tell('fixed', texts.fixed(), value)
      found[setting] = fixed.value
    }
    return found
  }
}

const of = (tree: Formula, label = ''): Pick<Made, 'label' | 'span' | 'options' | 'places'> => ({
  label,
  span: { from: tree.from, to: tree.to },
  options: {},
  places: [],
})

const constant = (tree: Formula, value: string, type: string): Made => ({
  ...of(tree, value),
  key: 'constant',
  options: { value, type },
  inputs: [],
})

/** `a + b + c` is one sum of three, as long as a transformer takes so many. */
function chainOf(tree: Extract<Formula, { is: 'pair' }>, operator: Operator): Formula[] {
  const entries: Formula[] = [tree.right]
  let left = tree.left
  while (left.is === 'pair' && left.operator === operator && entries.length < mappingLimits.inputs - 1) {
    entries.unshift(left.right)
    left = left.left
  }
  return [left, ...entries]
}

/** What stands behind the inputs are the settings, in their order, those not named: `round(price, 2)`. */
function positional(
  { options }: Transformer,
  value: Formula,
  at: number,
  named: readonly FormulaSetting[],
): FormulaSetting | undefined {
  const free = Object.keys(options.shape).filter((name) => !named.some((one) => one.name === name))
  const name = free[at]
  return name === undefined ? undefined : { name, value, from: value.from, to: value.to }
}

/** The value of a setting as it is stored. Numbers of settings are small: counts, places, lengths. */
function fixedValue(tree: Formula): { value: unknown } | undefined {
  switch (tree.is) {
    case 'number':
      return { value: Number(tree.value) }
    case 'text':
    case 'truth':
      return { value: tree.value }
    case 'nothing':
      return { value: null }
    case 'list': {
      const entries = tree.of.map(fixedValue)
      return entries.includes(undefined) ? undefined : { value: entries.map((one) => one!.value) }
    }
    case 'object': {
      const fields = tree.fields.map(({ name, value }) => [name, fixedValue(value)] as const)
      return fields.some(([, value]) => !value)
        ? undefined
        : { value: Object.fromEntries(fields.map(([name, value]) => [name, value!.value])) }
    }
    default:
      return undefined
  }
}

/** What can be put around a value that has the wrong type, and what it is called. */
export const typeRepairs: Record<string, readonly string[]> = {
  'text decimal': ['parse_number', 'to_decimal'],
  'text integer': ['to_integer'],
  'decimal integer': ['to_integer'],
  'text boolean': ['to_boolean'],
  'text date': ['parse_date'],
  'text date_time': ['parse_date'],
  'date_time date': ['to_date'],
  'list text': ['join_list'],
  'text list': ['split_list'],
  'list decimal': ['sum'],
}
