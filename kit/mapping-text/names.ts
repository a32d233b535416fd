import { fieldOfSource, type MappingDefinition } from '../define/mapping.ts'
import { namesInFormula } from '../formula/names.ts'

/** What the names in the text of a mapping are: the paths of the fields by their ids, and the transformers there are. */
export type MappingGround = {
  sources: ReadonlyMap<string, string>
  targets: ReadonlyMap<string, string>
  transformers: readonly string[]
}

/** Names of origins as a text says them: an output by its name, a field by its path, or by its id where that would be taken for another. */
export function originNames(sources: ReadonlyMap<string, string>, outputs: ReadonlySet<string>) {
  const ids = new Map(pathsOf(sources).filter(([path]) => !outputs.has(path)))
  return {
    /** As it is written. */
    nameOf(origin: string) {
      const path = outputs.has(origin) ? undefined : sources.get(origin)
      return path !== undefined && ids.get(path) === origin ? path : origin
    },
    /** What is meant; nothing where there is no such name. */
    originOf: (name: string) => (outputs.has(name) || sources.has(name) ? name : ids.get(name)),
    names: [...ids.keys(), ...outputs],
  }
}

export type OriginNames = ReturnType<typeof originNames>

/** Names of target fields, by the same rule. */
export function targetNames(targets: ReadonlyMap<string, string>) {
  const ids = new Map(pathsOf(targets))
  return {
    nameOf(id: string) {
      const path = targets.get(id)
      return path !== undefined && ids.get(path) === id ? path : id
    },
    idOf: (name: string) => (targets.has(name) ? name : ids.get(name)),
    names: [...ids.keys()],
  }
}

/** Names of a further source's own fields, by the same rule, without its name before them. */
export function furtherNames(sources: ReadonlyMap<string, string>, source: string) {
  const [id, path] = [fieldOfSource(source), `${source}.`]
  return targetNames(
    new Map(
      [...sources].flatMap(([field, name]): [string, string][] =>
        field.startsWith(id) && name.startsWith(path) ? [[field.slice(id.length), name.slice(path.length)]] : [],
      ),
    ),
  )
}

/** Fields by the path only they have. */
function pathsOf(fields: ReadonlyMap<string, string>): [string, string][] {
  const counts = new Map<string, number>()
  for (const path of fields.values()) counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...fields].flatMap(([id, path]): [string, string][] => (counts.get(path) === 1 ? [[path, id]] : []))
}

/** What a formula takes when nothing else is said: the fields and outputs its text names, by these names. */
export function boundByText(text: string, output: unknown, { originOf }: OriginNames) {
  const bound = namesInFormula(text).flatMap((name): [string, string][] => {
    const origin = originOf(name)
    return origin === undefined || origin === output ? [] : [[name, origin]]
  })
  return { inputs: bound.slice(0, 50).map(([, origin]) => origin), names: bound.slice(0, 50).map(([name]) => name) }
}

export const outputsOf = ({ transformers }: Pick<MappingDefinition, 'transformers'>) =>
  new Set(transformers.map(({ output }) => output))
