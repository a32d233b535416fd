/**
 * Makes a function that puts values under these names, in their order; a missing one is null. It is made as code with every name
 * written out: an object built name by name grows several times on its way, and readers of files build millions of them.
 */
export function objectMaker(names: readonly string[]): (values: readonly unknown[]) => Record<string, unknown> {
  // The names stand in the code as quoted texts only.
  const fields = names.map(
    (name, i) => `${name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)}: values[${i}] ?? null`,
  )
  return new Function('values', `return { ${fields.join(', ')} }`) as (
    values: readonly unknown[],
  ) => Record<string, unknown>
}
