import protobuf, { type Enum, type Field, type MapField, type Type } from 'protobufjs'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault } from '../fault.ts'
import { most, type RegisteredSchema } from '../limits.ts'
import { builtIn } from './built-in.ts'
import { wellKnown, type WellKnown } from './well-known.ts'

const texts = defineMessages({
  schema: {
    en: 'The Protobuf schema cannot be read: {reason}',
    de: 'Das Protobuf-Schema lässt sich nicht lesen: {reason}',
  },
  import: {
    en: 'The Protobuf schema imports {name}, which the registry does not give.',
    de: 'Das Protobuf-Schema importiert {name}, das die Registry nicht liefert.',
  },
  none: { en: 'The Protobuf schema has no message.', de: 'Das Protobuf-Schema hat keine Nachricht.' },
  large: { en: 'The Protobuf schema is too large.', de: 'Das Protobuf-Schema ist zu groß.' },
})

export type Scalar =
  | 'double'
  | 'float'
  | 'int32'
  | 'uint32'
  | 'sint32'
  | 'int64'
  | 'uint64'
  | 'sint64'
  | 'fixed32'
  | 'fixed64'
  | 'sfixed32'
  | 'sfixed64'
  | 'bool'
  | 'string'
  | 'bytes'
type ProtoEnum = { names: Map<number, string>; numbers: Map<string, number> }
type ValueType =
  | { kind: 'scalar'; scalar: Scalar }
  | { kind: 'enum'; values: ProtoEnum }
  | { kind: 'message'; message: ProtoMessage; delimited: boolean }
export type ProtoField = {
  name: string
  id: number
  type: ValueType
  /** Keys of a map are of this type. */
  key?: Scalar
  repeated: boolean
  packed: boolean
  required: boolean
  /** Whether it can be told that it was not set. */
  presence: boolean
  oneof: string | undefined
}
export type ProtoMessage = {
  name: string
  fields: ProtoField[]
  byId: Map<number, ProtoField>
  byName: Map<string, ProtoField>
  wellKnown: WellKnown | undefined
}
/** A message type with those that are declared inside it, in their order. */
export type Declared = { message: ProtoMessage; inner: Declared[] }

/**
 * The messages a schema declares, in their order. Only the parser of protobufjs is asked: it makes code of schemas elsewhere, and a
 * registry may be anybody's.
 */
export function declaredBy({ text, references }: RegisteredSchema): Declared[] {
  try {
    const root = new protobuf.Root()
    const { package: space, imports = [] } = protobuf.parse(text, root, { keepCase: true })
    const home = space ? root.lookup(space) : root
    const own = declaredIn(home)
    addImports(root, imports, new Map(references.map(({ name, text: referred }) => [name, referred])))
    root.resolveAll()
    if (own.length === 0) throw new Fault(texts.none())
    const made = new Map<Type, ProtoMessage>()
    return own.map((type) => declaredOf(type, made))
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault(texts.schema({ reason: messageOf(error).slice(0, 300) }), error)
  }
}

function addImports(root: protobuf.Root, imports: readonly string[], texts_by_name: ReadonlyMap<string, string>) {
  const waiting = [...imports]
  const done = new Set<string>()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (done.has(name)) continue
    done.add(name)
    const known = builtIn(name) ?? texts_by_name.get(name)
    if (known === undefined) throw new Fault(texts.import({ name: name.slice(0, 200) }))
    if (typeof known === 'string') waiting.push(...(protobuf.parse(known, root, { keepCase: true }).imports ?? []))
    else root.addJSON(known)
  }
}

const declaredIn = (space: protobuf.ReflectionObject | null): Type[] =>
  (space instanceof protobuf.Namespace ? space.nestedArray : []).filter(
    (one): one is Type => one instanceof protobuf.Type,
  )

const declaredOf = (type: Type, made: Map<Type, ProtoMessage>): Declared => ({
  message: messageOfType(type, made),
  inner: declaredIn(type).map((inner) => declaredOf(inner, made)),
})

function messageOfType(type: Type, made: Map<Type, ProtoMessage>): ProtoMessage {
  const known = made.get(type)
  if (known) return known
  if (made.size >= most.types) throw new Fault(texts.large())
  const name = type.fullName.slice(1)
  const message: ProtoMessage = {
    name,
    fields: [],
    byId: new Map(),
    byName: new Map(),
    wellKnown: wellKnown[name],
  }
  made.set(type, message)
  for (const field of type.fieldsArray) {
    const one = fieldOf(field, made)
    message.fields.push(one)
    message.byId.set(one.id, one)
    message.byName.set(one.name, one)
  }
  return message
}

function fieldOf(field: Field, made: Map<Type, ProtoMessage>): ProtoField {
  const { name, id, repeated, map, packed, required, partOf, options } = field
  const isOptional = Boolean(options?.['proto3_optional'])
  return {
    name,
    id,
    type: typeOf(field, made),
    ...(map && { key: (field as unknown as MapField).keyType as Scalar }),
    repeated,
    packed: repeated && packed && isPackable(field),
    required: !repeated && !map && required,
    presence: !repeated && !map && (isOptional || hasPresence(field)),
    oneof: partOf && !isOptional ? partOf.name : undefined,
  }
}

/** Messages always have it. */
const hasPresence = (field: Field & { hasPresence?: boolean }) =>
  field.resolvedType instanceof protobuf.Type || Boolean(field.hasPresence)

const isPackable = ({ type, resolvedType }: Field) =>
  resolvedType ? resolvedType instanceof protobuf.Enum : type !== 'string' && type !== 'bytes'

function typeOf(field: Field, made: Map<Type, ProtoMessage>): ValueType {
  const { resolvedType } = field
  if (!resolvedType) return { kind: 'scalar', scalar: field.type as Scalar }
  if (!(resolvedType instanceof protobuf.Enum))
    return {
      kind: 'message',
      message: messageOfType(resolvedType, made),
      delimited: Boolean((field as { delimited?: boolean }).delimited),
    }
  return { kind: 'enum', values: enumOf(resolvedType) }
}

const enumOf = ({ values }: Enum): ProtoEnum => {
  const entries = Object.entries(values)
  // Two names may stand for one number: the first one is its name.
  const names = new Map(entries.toReversed().map(([name, number]) => [number, name]))
  return { names, numbers: new Map(entries) }
}
