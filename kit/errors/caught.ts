const read = (caught: unknown, key: 'message' | 'code'): unknown =>
  typeof caught === 'object' && caught !== null ? Reflect.get(caught, key) : undefined

/** The sentence of what was caught, whatever was thrown. Errors of another realm are no `Error` here, so their class is not asked. */
export function messageOf(caught: unknown): string {
  const message = read(caught, 'message')
  return typeof message === 'string' ? message : String(caught)
}

/** What the system or a driver calls the error (`ENOENT`, `23505`), empty where it says nothing. */
export function codeOf(caught: unknown): string {
  const code = read(caught, 'code')
  return typeof code === 'string' ? code : ''
}
