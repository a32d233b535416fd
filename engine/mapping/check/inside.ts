import type { StructureField } from '@weft/kit/define/structure.ts'
import { fits, valueTypeOf, type ValueType } from '@weft/kit/define/value.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { hasSingleValues, type FieldPath } from './fields.ts'
import { insideMessage, texts, typeMessage } from './problems.ts'
import type { Port } from './uses.ts'

/** What a list or an object holds: entries or itself of a type, with these fields where they are known. */
type Content = { type: ValueType; fields: readonly StructureField[] | undefined }

/** Why a list or an object as a whole does not fit a field that says what is inside it. What is known only when the record is there fits. */
export function problemInside(
  port: Port,
  target: StructureField,
  source: ReadonlyMap<string, FieldPath>,
): Message | undefined {
  const content = contentOf(port, source)
  return content && misfit(content, target, target.name)
}

function contentOf({ from, gather, entries }: Port, source: ReadonlyMap<string, FieldPath>): Content | undefined {
  if ('place' in from)
    return gather === undefined ? inside(from.place.field) : { type: from.place.type, fields: from.place.field.fields }
  if (gather !== undefined) return { type: from.use.gives, fields: undefined }
  const list = entries && source.get(entries.at(-1)!)
  return list && inside(list.field)
}

const inside = (field: StructureField): Content => ({
  type: hasSingleValues(field) ? 'text' : field.type === 'list' || field.type === 'object' ? 'object' : 'any',
  fields: field.fields?.length ? field.fields : undefined,
})

function misfit({ type, fields }: Content, target: StructureField, path: string): Message | undefined {
  if (!target.fields?.length || type === 'any') return undefined
  if (type !== 'object') return insideMessage(path, texts.single_values())
  if (!fields) return undefined
  for (const wanted of target.fields) {
    const given = fields.find(({ name }) => name === wanted.name)
    const problem = given
      ? misfitOf(given, wanted, `${path}.${wanted.name}`)
      : wanted.required
        ? insideMessage(path, texts.inside_required({ name: wanted.name }))
        : undefined
    if (problem) return problem
  }
  return undefined
}

function misfitOf(given: StructureField, wanted: StructureField, path: string): Message | undefined {
  const [from, to] = [valueTypeOf[given.type], valueTypeOf[wanted.type]]
  if (!fits(from, to)) return insideMessage(path, typeMessage(from, to))
  return wanted.type === 'list' || wanted.type === 'object' ? misfit(inside(given), wanted, path) : undefined
}
