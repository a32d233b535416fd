/**
 * A value whose parts are counted as they are read, for expressions somebody wrote: `beyond` is called, and throws, once
 * more than so many were. Inherited properties are not there to be read. `bare` gives what stands behind a part.
 */
export function counted(most: number, beyond: () => never) {
  let left = most
  const behind = new WeakMap<object, object>()
  const covers = new WeakMap<object, object>()
  const count = (parts = 1) => {
    left -= parts
    if (left < 0) beyond()
  }

  function cover(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const known = covers.get(value)
    if (known) return known
    const made = new Proxy(value, {
      get(target, name) {
        count()
        if (typeof name === 'string' && Object.hasOwn(target, name))
          return cover((target as Record<string, unknown>)[name])
        return Array.isArray(target) ? (Reflect.get(target, name) as unknown) : undefined
      },
      has: (target, name) => Object.hasOwn(target, name),
      ownKeys(target) {
        const keys = Reflect.ownKeys(target)
        count(keys.length)
        return keys
      },
    })
    covers.set(value, made)
    behind.set(made, value)
    return made
  }
  return {
    cover,
    bare: (value: unknown) => (typeof value === 'object' && value !== null ? (behind.get(value) ?? value) : value),
  }
}
