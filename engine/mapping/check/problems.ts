import type { MappingProblem, ProblemPlace, Severity } from '@weft/kit/define/mapping.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import type { Repair } from '@weft/kit/formula/formula.ts'
import { defineMessages, inserted, type Message, type Text } from '@weft/kit/messages/messages.ts'

export const texts = defineMessages({
  same_structure: {
    en: 'Source and target must be different structures.',
    de: 'Quelle und Ziel müssen verschiedene Strukturen sein.',
  },
  field_name: {
    en: 'The field name “{name}” cannot be used.',
    de: 'Der Feldname „{name}“ kann nicht verwendet werden.',
  },
  transformer_unknown: { en: 'Transformer not found: {key}', de: 'Umwandlung nicht gefunden: {key}' },
  origin_unknown: {
    en: '“{name}” is neither a field of the source nor an output of a transformer.',
    de: '„{name}“ ist weder ein Feld der Quelle noch die Ausgabe einer Umwandlung.',
  },
  nearest: { en: 'Perhaps “{name}” is meant.', de: 'Vielleicht ist „{name}“ gemeint.' },
  source_gone: {
    en: 'The source “{name}” reads a structure or data set that does not exist any more. Choose another one, or remove the source.',
    de: 'Die Quelle „{name}“ liest eine Struktur oder ein Datenset, die es nicht mehr gibt. Wählen Sie eine andere oder entfernen Sie die Quelle.',
  },
  source_name: {
    en: 'The source “{name}” is called like a field or another source. Give it another name.',
    de: 'Die Quelle „{name}“ heißt wie ein Feld oder eine andere Quelle. Geben Sie ihr einen anderen Namen.',
  },
  source_reserved: {
    en: 'A source cannot be called “{name}”.',
    de: 'Eine Quelle kann nicht „{name}“ heißen.',
  },
  source_on: {
    en: 'Say which fields of “{name}” equal which of the main source.',
    de: 'Geben Sie an, welche Felder von „{name}“ welchen der Hauptquelle gleichen.',
  },
  source_field_gone: {
    en: 'The source “{name}” has no field “{field}”.',
    de: 'Die Quelle „{name}“ hat kein Feld „{field}“.',
  },
  source_local_gone: {
    en: 'The source “{name}” is joined by a field that stands neither in the main source nor in a source before it.',
    de: 'Die Quelle „{name}“ wird über ein Feld verknüpft, das weder in der Hauptquelle noch in einer Quelle davor steht.',
  },
  source_local_list: {
    en: 'The source “{name}” is joined by “{field}”, which is a list or stands in one. Only single values can be compared.',
    de: 'Die Quelle „{name}“ wird über „{field}“ verknüpft, das eine Liste ist oder in einer steht. Nur einzelne Werte lassen sich vergleichen.',
  },
  source_order: {
    en: 'Say by which field the first partner of “{name}” is found.',
    de: 'Geben Sie an, nach welchem Feld der erste Partner von „{name}“ gefunden wird.',
  },
  source_asks: {
    en: 'The data set of “{name}” asks for “{parameter}”, which a mapping cannot give. Give it a default in the data set.',
    de: 'Das Datenset von „{name}“ fragt nach „{parameter}“, was ein Mapping nicht angeben kann. Geben Sie ihm im Datenset einen Standardwert.',
  },
  source_index: {
    en: 'The source “{name}” is found by “{field}”, which has no index, so every batch reads all its records. Open the data structure “{label}” and switch on “Index” for this field.',
    de: 'Die Quelle „{name}“ wird über „{field}“ gefunden; das Feld hat keinen Index, deshalb liest jeder Stapel alle ihre Datensätze. Öffnen Sie die Datenstruktur „{label}“ und schalten Sie für dieses Feld „Index“ ein.',
  },
  source_unused: {
    en: 'No field of the source “{name}” is used.',
    de: 'Von der Quelle „{name}“ wird kein Feld verwendet.',
  },
  target_unknown: {
    en: 'The target field of this connection does not exist any more.',
    de: 'Das Zielfeld dieser Verbindung gibt es nicht mehr.',
  },
  target_twice: {
    en: '“{name}” is connected more than once. Join the values by a transformer.',
    de: '„{name}“ ist mehrfach verbunden. Führen Sie die Werte mit einer Umwandlung zusammen.',
  },
  id_twice: { en: 'The id {id} is used twice.', de: 'Die Kennung {id} ist doppelt vergeben.' },
  output_shape: {
    en: 'An output name begins with a letter and has only small letters, digits and underscores, at most 63: “{name}”.',
    de: 'Ein Ausgabename beginnt mit einem Buchstaben und hat nur Kleinbuchstaben, Ziffern und Unterstriche, höchstens 63: „{name}“.',
  },
  output_reserved: { en: 'The output name “{name}” is reserved.', de: 'Der Ausgabename „{name}“ ist reserviert.' },
  output_used: {
    en: 'The output name “{name}” is already used.',
    de: 'Der Ausgabename „{name}“ ist bereits vergeben.',
  },
  cycle: { en: 'The transformers {names} wait for each other.', de: 'Die Umwandlungen {names} warten aufeinander.' },
  inputs_many: {
    en: '“{name}” takes at most {most, plural, one {# input} other {# inputs}}.',
    de: '„{name}“ nimmt höchstens {most, plural, one {# Eingabe} other {# Eingaben}}.',
  },
  input_missing: {
    en: '“{name}”: input {number, number} is not connected.',
    de: '„{name}“: Eingabe {number, number} ist nicht verbunden.',
  },
  option: { en: '“{name}”, {option}: {reason}', de: '„{name}“, {option}: {reason}' },
  type: { en: '{from} does not fit {to}. {advice}', de: '{from} passt nicht zu {to}. {advice}' },
  inside: { en: 'Inside “{name}”: {reason}', de: 'In „{name}“: {reason}' },
  single_values: {
    en: 'The source holds single values, but objects with fields are expected. Connect the fields of the entries one by one.',
    de: 'Die Quelle enthält einzelne Werte, erwartet werden Objekte mit Feldern. Verbinden Sie die Felder der Einträge einzeln.',
  },
  inside_required: {
    en: 'The source has no “{name}”, which is required here.',
    de: 'In der Quelle fehlt „{name}“; hier ist es ein Pflichtfeld.',
  },
  required: { en: '“{name}” is required and not connected.', de: '„{name}“ ist ein Pflichtfeld und nicht verbunden.' },
  list_first: {
    en: 'Connect a list to “{list}” first; then the fields of its entries.',
    de: 'Verbinden Sie zuerst eine Liste mit „{list}“, dann die Felder ihrer Einträge.',
  },
  list_values: {
    en: 'This value belongs to an entry of the list “{list}”. Connect it to a field of a list fed by it, or take “First entry”, “Sum” or “List as text” in between.',
    de: 'Dieser Wert gehört zu einem Eintrag der Liste „{list}“. Verbinden Sie ihn mit einem Feld einer Liste, die daraus gefüllt wird, oder nehmen Sie „Erster Eintrag“, „Summe“ oder „Liste als Text“ dazwischen.',
  },
  lists_mixed: {
    en: '“{name}” uses values from the entries of two lists at once.',
    de: '„{name}“ verwendet gleichzeitig Werte aus den Einträgen zweier Listen.',
  },
  whole_and_parts: {
    en: '“{name}” is connected as a whole and by its fields. Only one is possible.',
    de: '„{name}“ ist im Ganzen und über seine Felder verbunden. Nur eines ist möglich.',
  },
  pass_type: {
    en: '“{name}” lets its first input through when its conditions do not hold, but {from} does not fit {to}.',
    de: '„{name}“ lässt die erste Eingabe durch, wenn die Bedingungen nicht gelten, aber {from} passt nicht zu {to}.',
  },
  unused: { en: 'The output of “{name}” is not used.', de: 'Die Ausgabe von „{name}“ wird nicht verwendet.' },
  deep: {
    en: '“{name}” stands behind more than {most, number} transformers in a row.',
    de: '„{name}“ steht hinter mehr als {most, number} Umwandlungen in Folge.',
  },
  target_many: {
    en: '“{name}” needs more than {most, number} transformers.',
    de: '„{name}“ braucht mehr als {most, number} Umwandlungen.',
  },
  patterns_large: {
    en: 'The regular expressions of this mapping are too large together.',
    de: 'Die regulären Ausdrücke dieses Mappings sind zusammen zu groß.',
  },
  wrap: { en: 'Put {name} around it', de: '{name} darumsetzen' },
  nothing: { en: 'No field of the target is connected yet.', de: 'Noch ist kein Feld des Ziels verbunden.' },
})

/** Types as sentences name them. */
const names: Record<ValueType, Text> = {
  text: { en: 'Text', de: 'Text' },
  integer: { en: 'a whole number', de: 'eine ganze Zahl' },
  decimal: { en: 'a number', de: 'eine Zahl' },
  boolean: { en: 'yes or no', de: 'Ja oder Nein' },
  date: { en: 'a date', de: 'ein Datum' },
  date_time: { en: 'a date with time', de: 'ein Datum mit Uhrzeit' },
  list: { en: 'a list', de: 'eine Liste' },
  object: { en: 'an object', de: 'ein Objekt' },
  any: { en: 'any value', de: 'ein beliebiger Wert' },
}
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What to put in between where a type does not fit. */
const advice: Partial<Record<`${ValueType} ${ValueType}`, Text>> = {
  'text decimal': { en: 'Put “Read a number” in between.', de: 'Setzen Sie „Zahl lesen“ dazwischen.' },
  'text integer': { en: 'Put “As whole number” in between.', de: 'Setzen Sie „Als ganze Zahl“ dazwischen.' },
  'decimal integer': { en: 'Put “As whole number” in between.', de: 'Setzen Sie „Als ganze Zahl“ dazwischen.' },
  'text boolean': { en: 'Put “As yes or no” in between.', de: 'Setzen Sie „Als Ja oder Nein“ dazwischen.' },
  'text date': { en: 'Put “Read a date” in between.', de: 'Setzen Sie „Datum lesen“ dazwischen.' },
  'text date_time': { en: 'Put “Read a date” in between.', de: 'Setzen Sie „Datum lesen“ dazwischen.' },
  'date_time date': { en: 'Put “As date” in between.', de: 'Setzen Sie „Als Datum“ dazwischen.' },
  'list text': { en: 'Put “List as text” in between.', de: 'Setzen Sie „Liste als Text“ dazwischen.' },
  'text list': { en: 'Put “Text as list” in between.', de: 'Setzen Sie „Text als Liste“ dazwischen.' },
  'object text': { en: 'Put “Write JSON” in between.', de: 'Setzen Sie „JSON schreiben“ dazwischen.' },
  'text object': { en: 'Put “Read JSON” in between.', de: 'Setzen Sie „JSON lesen“ dazwischen.' },
}
const noAdvice: Text = {
  en: 'Another field or a transformer is needed.',
  de: 'Hier braucht es ein anderes Feld oder eine Umwandlung.',
}

/** Puts texts that differ by language into the placeholders of a text. */
function filled(text: Text, parts: Record<string, Text>): Message {
  const put = (language: 'en' | 'de') =>
    Object.entries(parts).reduce(
      (pattern, [name, part]) => pattern.replaceAll(`{${name}}`, quoted(part[language])),
      text[language],
    )
  return { text: { en: put('en'), de: put('de') }, values: {} }
}
/** A brace would begin a placeholder. */
const quoted = (text: string) => text.replace(/[{}]/g, (brace) => `'${brace}'`)

export const typeMessage = (from: ValueType, to: ValueType): Message =>
  filled(texts.type({ from: '', to: '', advice: '' }).text, {
    from: { en: upper(names[from].en), de: upper(names[from].de) },
    to: toward(to),
    advice: advice[`${from} ${to}`] ?? noAdvice,
  })

export const insideMessage = (name: string, reason: Message): Message =>
  inserted(texts.inside({ name, reason: '' }), 'reason', reason)

export const passMessage = (name: string, from: ValueType, to: ValueType): Message =>
  filled(texts.pass_type({ name: '', from: '', to: '' }).text, {
    name: { en: name, de: name },
    from: names[from],
    to: toward(to),
  })

/** The dative that follows “zu”. */
const datives: Record<ValueType, string> = {
  text: 'Text',
  integer: 'einer ganzen Zahl',
  decimal: 'einer Zahl',
  boolean: 'Ja oder Nein',
  date: 'einem Datum',
  date_time: 'einem Datum mit Uhrzeit',
  list: 'einer Liste',
  object: 'einem Objekt',
  any: 'einem beliebigen Wert',
}
const toward = (type: ValueType): Text => ({ en: names[type].en.replace(/^Text$/, 'text'), de: datives[type] })

export const optionMessage = (name: string, option: Text, reason: Text): Message =>
  filled(texts.option({ name: '', option: '', reason: '' }).text, { name: { en: name, de: name }, option, reason })

/** What else is known of a problem: what mends it, or which types do not fit. */
type About = { repairs?: readonly Repair[]; types?: readonly [ValueType, ValueType] }
/** Where problems are put while a mapping is checked. */
export type Report = (severity: Severity, code: string, message: Message, at: ProblemPlace, about?: About) => void

/** Nobody reads more of one kind at once. */
const mostTold = 500

export function reporter(): { report: Report; problems: MappingProblem[] } {
  const problems: MappingProblem[] = []
  const told = { error: 0, open: 0, warning: 0 }
  return {
    problems,
    report(severity, code, message, at, about) {
      if (told[severity]++ >= mostTold) return
      problems.push({ severity, code, message, at, ...(about?.repairs && { repairs: about.repairs }) })
    },
  }
}
