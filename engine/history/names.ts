import { definitionKinds, type DefinitionKind } from './kinds.ts'

/** What a text may point to by name. */
export type Named =
  | { of: DefinitionKind; key: string }
  /** A field of a data structure, by the names that lead to it. */
  | { of: 'field'; key: string; field: string }

const told = [...definitionKinds, 'field'].join('|')
const uuid = /(?<![\w:/.-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-]|\.+\w)/g
const name = new RegExp(
  `ref:(?:(${definitionKinds.join('|')})/([a-z0-9-]+)|field/([a-z0-9-]+)/([a-z0-9_.]*[a-z0-9_]))`,
  'g',
)
// What looks like a name in a text itself has one colon more, and one less again on the way back.
const alike = new RegExp(`ref:(:*)(?=(?:${told})/)`, 'g')
const raised = new RegExp(`ref::(:*)(?=(?:${told})/)`, 'g')

/** The ids that stand in a text as words of their own. */
export const idsIn = (text: string): string[] => [...new Set(text.match(uuid))]

/** The names that stand in a text. */
export const namesIn = (text: string): Named[] => [
  ...new Map([...text.matchAll(name)].map((match) => [match[0], named(match)])).values(),
]

/** A text with names for the ids that have one. What surrounds them stays, letter for letter, so that an unfinished text is kept, too. */
export const withNames = (text: string, nameOf: (id: string) => Named | undefined): string =>
  text.replace(alike, 'ref::$1').replace(uuid, (id) => {
    const found = nameOf(id)
    return found ? nameText(found) : id
  })

/** The same text with ids again; a name that nothing has any more stays. */
export const withIds = (text: string, idOf: (named: Named) => string | undefined): string =>
  text
    .replace(name, (whole, ...groups) => idOf(named([whole, ...groups] as unknown as string[])) ?? whole)
    .replace(raised, 'ref:$1')

export const nameText = (named: Named) =>
  named.of === 'field' ? `ref:field/${named.key}/${named.field}` : `ref:${named.of}/${named.key}`

const named = ([, kind, key, structure, field]: ArrayLike<string> & Iterable<string>): Named =>
  kind ? { of: kind as DefinitionKind, key: key! } : { of: 'field', key: structure!, field: field! }
