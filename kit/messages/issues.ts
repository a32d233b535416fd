import { z } from 'zod'
import { defineMessages, quotedTexts, type Message } from './messages.ts'
import { wordsOf } from './patterns.ts'
import { required } from './required.ts'

const texts = defineMessages({
  unknown: { en: 'There is no such field here.', de: 'Ein solches Feld gibt es hier nicht.' },
  string: { en: 'Please enter a text.', de: 'Bitte geben Sie einen Text ein.' },
  number: { en: 'Please enter a number.', de: 'Bitte geben Sie eine Zahl ein.' },
  int: { en: 'Please enter a whole number.', de: 'Bitte geben Sie eine ganze Zahl ein.' },
  boolean: { en: 'Please answer with yes or no.', de: 'Bitte antworten Sie mit Ja oder Nein.' },
  array: { en: 'A list belongs here.', de: 'Hierhin gehört eine Liste.' },
  object: { en: 'An object with named values belongs here.', de: 'Hierhin gehört ein Objekt mit benannten Werten.' },
  shortest: {
    en: 'At least {n, plural, one {# character} other {# characters}}, please.',
    de: 'Bitte mindestens {n} Zeichen.',
  },
  longest: {
    en: 'At most {n, plural, one {# character} other {# characters}}, please.',
    de: 'Bitte höchstens {n} Zeichen.',
  },
  exactly: {
    en: 'Exactly {n, plural, one {# character} other {# characters}}, please.',
    de: 'Bitte genau {n} Zeichen.',
  },
  fewest: {
    en: 'At least {n, plural, one {# entry} other {# entries}}, please.',
    de: 'Bitte mindestens {n, plural, one {# Eintrag} other {# Einträge}}.',
  },
  most: {
    en: 'At most {n, plural, one {# entry} other {# entries}}, please.',
    de: 'Bitte höchstens {n, plural, one {# Eintrag} other {# Einträge}}.',
  },
  smallest: { en: 'Please enter {n} or more.', de: 'Bitte geben Sie {n} oder mehr ein.' },
  largest: { en: 'Please enter {n} or less.', de: 'Bitte geben Sie {n} oder weniger ein.' },
  above: { en: 'Please enter more than {n}.', de: 'Bitte geben Sie mehr als {n} ein.' },
  below: { en: 'Please enter less than {n}.', de: 'Bitte geben Sie weniger als {n} ein.' },
  multiple: { en: 'Please enter a multiple of {n}.', de: 'Bitte geben Sie ein Vielfaches von {n} ein.' },
  choice: { en: 'Please choose one of: {values}.', de: 'Bitte wählen Sie eines von: {values}.' },
  fixed: { en: 'Only {values} is possible here.', de: 'Hier ist nur {values} möglich.' },
  email: {
    en: 'Please enter an e-mail address such as name@example.com.',
    de: 'Bitte geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  },
  url: {
    en: 'Please enter an address such as https://example.com.',
    de: 'Bitte geben Sie eine Adresse wie https://example.com ein.',
  },
  uuid: { en: 'This does not name any entry.', de: 'Das bezeichnet keinen Eintrag.' },
  date: { en: 'Please enter a date such as 2026-12-31.', de: 'Bitte geben Sie ein Datum wie 2026-12-31 ein.' },
  datetime: {
    en: 'Please enter a date and time such as 2026-12-31T12:00:00Z.',
    de: 'Bitte geben Sie Datum und Uhrzeit wie 2026-12-31T12:00:00Z ein.',
  },
  time: { en: 'Please enter a time such as 12:00.', de: 'Bitte geben Sie eine Uhrzeit wie 12:00 ein.' },
  wrong: { en: 'This value is not possible here.', de: 'Dieser Wert ist hier nicht möglich.' },
})

type Issue = z.core.$ZodIssue

const missing = required().text.en
const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
// An issue no longer knows what it is about; so what is refused for being nothing is marked where zod still does.
z.config({ customError: ({ input }) => (isNothing(input) ? missing : undefined) })

/** Whether a complaint only says that something is missing. */
export const isRequired = ({ text }: Message) => text.en === missing
type Place = { place: string; message: Message }

/** What zod found wrong, as dotted place and what to do about it in every language; an unknown key is told at the key itself. */
export function issuePaths(issues: readonly Issue[]): Place[] {
  return issues.flatMap((issue) => {
    const place = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ place: place ? `${place}.${key}` : key, message: texts.unknown() }))
    const inner = issue.code === 'invalid_union' && issue.message !== missing ? meant(issue.errors) : undefined
    if (inner) return issuePaths(inner.map((one) => ({ ...one, path: [...issue.path, ...one.path] })))
    return [{ place, message: sentence(issue) }]
  })
}

/** Of the ways a value could have been right, the one it came closest to: the last that got past the kind of value. */
const meant = (ways: readonly Issue[][]) =>
  ways.findLast((issues) => issues.some(({ code }) => code !== 'invalid_type' && code !== 'invalid_value')) ??
  ways.at(-1)

function sentence(issue: Issue): Message {
  const own = issue.code === 'custom' && (issue.params?.['say'] as Message | undefined)
  if (own) return own
  if (issue.message === missing) return required()
  switch (issue.code) {
    case 'invalid_type':
      return kind(issue.expected)
    case 'too_small':
      return limit(issue.origin, Number(issue.minimum), issue.inclusive ?? true, issue.exact ?? false, 'least')
    case 'too_big':
      return limit(issue.origin, Number(issue.maximum), issue.inclusive ?? true, issue.exact ?? false, 'most')
    case 'invalid_format':
      return format(issue.format, issue.pattern)
    case 'invalid_value':
      return issue.values.length === 1
        ? texts.fixed({ values: String(issue.values[0]) })
        : texts.choice({
            values: issue.values
              .filter((value) => value !== '')
              .map(String)
              .join(', '),
          })
    case 'not_multiple_of':
      return texts.multiple({ n: issue.divisor })
    default:
      return texts.wrong()
  }
}

function kind(expected: string): Message {
  if (
    expected === 'string' ||
    expected === 'number' ||
    expected === 'int' ||
    expected === 'boolean' ||
    expected === 'array' ||
    expected === 'object'
  )
    return texts[expected]()
  return expected === 'record' ? texts.object() : texts.wrong()
}

function limit(origin: string, n: number, inclusive: boolean, exact: boolean, end: 'least' | 'most'): Message {
  if (origin === 'string') {
    if (exact) return texts.exactly({ n })
    return end === 'most' ? texts.longest({ n }) : texts.shortest({ n })
  }
  if (origin === 'array' || origin === 'set' || origin === 'map')
    return end === 'least' ? texts.fewest({ n }) : texts.most({ n })
  if (end === 'least') return inclusive ? texts.smallest({ n }) : texts.above({ n })
  return inclusive ? texts.largest({ n }) : texts.below({ n })
}

function format(name: string, pattern: string | undefined): Message {
  if (
    name === 'email' ||
    name === 'url' ||
    name === 'uuid' ||
    name === 'date' ||
    name === 'datetime' ||
    name === 'time'
  )
    return texts[name]()
  const words = wordsOf(pattern ?? '')
  return words ? quotedTexts(words.en, words.de) : texts.wrong()
}
