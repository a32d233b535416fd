import type { DataSetQuestion } from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { idOf, type KnownStructure } from './sources.ts'

/** A way to join one more structure to what is there: `of` is the short name of what it is joined to. */
export type OfferedJoin = {
  structure: KnownStructure
  to: KnownStructure
  of: string
  local: StructureField
  foreign: StructureField
  /** No field refers there: they are only called the same. */
  isGuess: boolean
}

/** So many joins are guessed. */
const mostGuesses = 4

/** The joins that suggest themselves: by fields that refer to a record, from either side, then by keys that are called the same. */
export function offeredJoins(
  { structures }: Pick<DataSetQuestion, 'structures'>,
  known: KnownStructure[],
): OfferedJoin[] {
  const sources = structures.flatMap((source) => {
    const to = known.find(({ id }) => id === idOf(source))
    return to ? [{ of: source.as, to }] : []
  })
  const pairs = sources.flatMap(({ of, to }) => known.map((structure) => ({ of, to, structure })))
  const related = pairs.flatMap(({ of, to, structure }): OfferedJoin[] => [
    ...referring(to, structure).map(({ field, key }) => ({
      structure,
      to,
      of,
      local: field,
      foreign: key,
      isGuess: false,
    })),
    ...referring(structure, to).map(({ field, key }) => ({
      structure,
      to,
      of,
      local: key,
      foreign: field,
      isGuess: false,
    })),
  ])
  const guessed = pairs
    .filter(({ of, structure }) => !related.some((one) => one.of === of && one.structure === structure))
    .filter(({ structure }) => !sources.some(({ to }) => to === structure))
    .flatMap(({ of, to, structure }): OfferedJoin[] =>
      namedAlike(to, structure).map(([local, foreign]) => ({ structure, to, of, local, foreign, isGuess: true })),
    )
  return [...related, ...guessed.slice(0, mostGuesses)].filter((offered) => !isThere(structures, offered))
}

const keyOf = ({ fields }: KnownStructure) => fields.find(({ primary_key }) => primary_key)

const referring = (from: KnownStructure, to: KnownStructure) => {
  const key = keyOf(to)
  return key ? from.fields.filter((field) => field.related_structure_id === to.id).map((field) => ({ field, key })) : []
}

/** The key of one of them and a field of the other with its name; two keys of one name mean two different things. */
function namedAlike(a: KnownStructure, b: KnownStructure): [StructureField, StructureField][] {
  const [keyOfA, keyOfB] = [keyOf(a), keyOf(b)]
  const other = (key: StructureField | undefined, { fields }: KnownStructure) =>
    fields.find(({ name, type, primary_key }) => !primary_key && name === key?.name && type === key.type)
  const [inA, inB] = [other(keyOfB, a), other(keyOfA, b)]
  return [
    ...(inA && keyOfB ? [[inA, keyOfB] as [StructureField, StructureField]] : []),
    ...(inB && keyOfA ? [[keyOfA, inB] as [StructureField, StructureField]] : []),
  ]
}

/** Whether it is joined so already, from whichever side. */
function isThere(structures: DataSetQuestion['structures'], { structure, of, local, foreign }: OfferedJoin) {
  return structures.some(
    ({ as, structure_id, join }) =>
      (structure_id === structure.id &&
        join?.on.some((on) => on.of === of && on.local_field === local.name && on.foreign_field === foreign.name)) ||
      (as === of &&
        join?.on.some(
          (on) =>
            on.foreign_field === local.name &&
            on.local_field === foreign.name &&
            structures.some((one) => one.as === on.of && one.structure_id === structure.id),
        )),
  )
}
