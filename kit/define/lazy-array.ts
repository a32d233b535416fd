/**
 * A list whose entries are made when somebody looks at them, each once. To whoever reads it is an array like any other; changing it
 * throws a TypeError. It bears what is `known` of it as properties.
 */
export function lazyArray<T, Known extends object>(
  length: number,
  make: (index: number) => T,
  known: Known,
): T[] & Known {
  const made = Object.assign(new Array<T>(length), known)
  const isThere = (name: string | symbol) => {
    const index = typeof name === 'string' ? Number(name) : NaN
    if (Number.isInteger(index) && index >= 0 && index < length && !Object.hasOwn(made, index))
      made[index] = make(index)
  }
  return new Proxy(made, {
    get(target, name) {
      isThere(name)
      return Reflect.get(target, name) as unknown
    },
    has(target, name) {
      isThere(name)
      return Reflect.has(target, name)
    },
    getOwnPropertyDescriptor(target, name) {
      isThere(name)
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
    ownKeys(target) {
      for (let i = 0; i < length; i++) isThere(String(i))
      return Reflect.ownKeys(target)
    },
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  })
}
