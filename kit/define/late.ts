/** A library that is fetched only where it is used: `load` is awaited before the first record, `get` answers from then on. */
export function late<T>(fetch: () => Promise<T>) {
  let loaded: T | undefined
  return {
    load: async () => void (loaded ??= await fetch()),
    get(): T {
      if (loaded === undefined) throw new Error('a library is used before it was loaded')
      return loaded
    },
  }
}
