/** What a partial change says: the keys that have a value, for `undefined` means that nothing was said. */
export const omitUndefined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }
