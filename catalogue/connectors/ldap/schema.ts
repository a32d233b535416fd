import type { FieldType } from '@weft/kit/define/structure.ts'

type AttributeKind = {
  name: string
  syntax: string
  isSingle: boolean
  isWritable: boolean
  parent: string | undefined
}
export type ObjectClass = {
  name: string
  kind: 'structural' | 'auxiliary' | 'abstract'
  parents: string[]
  must: string[]
  may: string[]
}

/** What a directory says about itself, by the names of its classes and attributes in small letters. */
export type Schema = { classes: Map<string, ObjectClass>; attributes: Map<string, AttributeKind> }

/** Definitions as a directory writes them: https://www.rfc-editor.org/rfc/rfc4512#section-4.1 */
export function schemaOf(objectClasses: readonly string[], attributeTypes: readonly string[]): Schema {
  const classes = new Map<string, ObjectClass>()
  for (const definition of objectClasses) {
    const parts = wordsByKeyword(definition)
    for (const name of parts.get('NAME') ?? [])
      classes.set(name.toLowerCase(), {
        name,
        kind: parts.has('ABSTRACT') ? 'abstract' : parts.has('AUXILIARY') ? 'auxiliary' : 'structural',
        parents: parts.get('SUP') ?? [],
        must: parts.get('MUST') ?? [],
        may: parts.get('MAY') ?? [],
      })
  }
  const attributes = new Map<string, AttributeKind>()
  for (const definition of attributeTypes) {
    const parts = wordsByKeyword(definition)
    const [first] = parts.get('NAME') ?? []
    for (const name of parts.get('NAME') ?? [])
      attributes.set(name.toLowerCase(), {
        name: first!,
        syntax: (parts.get('SYNTAX')?.[0] ?? '').replace(/\{\d+\}$/, ''),
        isSingle: parts.has('SINGLE-VALUE'),
        isWritable: !parts.has('NO-USER-MODIFICATION'),
        parent: parts.get('SUP')?.[0],
      })
  }
  return { classes, attributes }
}

const keywords =
  /^(NAME|DESC|SUP|MUST|MAY|SYNTAX|EQUALITY|ORDERING|SUBSTR|USAGE|ABSTRACT|STRUCTURAL|AUXILIARY|SINGLE-VALUE|NO-USER-MODIFICATION|COLLECTIVE|OBSOLETE|X-[A-Z_-]+)$/

/** The words behind each keyword of a definition. */
function wordsByKeyword(definition: string): Map<string, string[]> {
  const parts = new Map<string, string[]>()
  let words: string[] = []
  for (const [, quoted, word] of definition.matchAll(/'([^']*)'|([^\s()$']+)/g)) {
    if (word !== undefined && keywords.test(word)) parts.set(word, (words = []))
    else words.push(quoted ?? word ?? '')
  }
  return parts
}

/** The class and all above it, itself first. */
export function lineage({ classes }: Schema, name: string): ObjectClass[] {
  const found = new Map<string, ObjectClass>()
  const waiting = [name]
  while (waiting.length > 0) {
    const one = classes.get(waiting.shift()!.toLowerCase())
    if (!one || found.has(one.name)) continue
    found.set(one.name, one)
    waiting.push(...one.parents)
  }
  return [...found.values()]
}

const syntax_root = '1.3.6.1.4.1.1466.115.121.1.'
const types: Record<string, FieldType> = { 7: 'boolean', 27: 'big_integer', 24: 'date_time' }
/** Binary, certificate, list and pair of them, fax, JPEG, octets. */
const binary = new Set(['5', '8', '9', '10', '23', '28', '40'])

export type AttributeType = {
  type: FieldType
  isBinary: boolean
  isSingle: boolean
  isWritable: boolean
  native: string
}

/** What an attribute holds; its syntax may be that of the one it is derived from. */
export function typeOf({ attributes }: Schema, name: string): AttributeType {
  const own = attributes.get(name.toLowerCase())
  let kind = own
  for (let depth = 0; depth < 10 && kind?.syntax === '' && kind.parent !== undefined; depth++)
    kind = attributes.get(kind.parent.toLowerCase())
  const syntax = kind?.syntax ?? ''
  const number = syntax.startsWith(syntax_root) ? syntax.slice(syntax_root.length) : ''
  return {
    type: types[number] ?? 'long_text',
    isBinary: binary.has(number),
    isSingle: own?.isSingle ?? false,
    isWritable: own?.isWritable ?? true,
    native: syntax,
  }
}
