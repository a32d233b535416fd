/** What is being typed between the braces of a text: where it stands and what there is of the name so far. */
export type TypedName = { from: number; to: number; typed: string }

/** What names of configuration values begin with; all others are fields of the record. */
export const configurationPrefix = 'config.'

/** Where a value can be named at the cursor: behind two braces, or as the argument of a filter. */
export function nameAt(text: string, cursor: number): TypedName | undefined {
  const before = text.slice(0, cursor)
  const open = before.lastIndexOf('{{')
  if (open < 0 || before.includes('}}', open)) return undefined
  const word = /[a-z0-9_.]*$/i.exec(before)![0]
  const from = cursor - word.length
  const lead = before.slice(open + 2, from).trimEnd()
  if (lead !== '' && !/[:,]$/.test(lead)) return undefined
  return { from, to: cursor + /^[a-z0-9_.]*/i.exec(text.slice(cursor))![0].length, typed: word }
}

/** The same, where what is typed may become the name of a configuration value. */
export function configurationAt(text: string, cursor: number): TypedName | undefined {
  const at = nameAt(text, cursor)
  return at && (configurationPrefix.startsWith(at.typed) || at.typed.startsWith(configurationPrefix)) ? at : undefined
}

/** The text with the chosen value named there, the braces closed, and where the cursor goes on. */
export function withNameAt(text: string, { from, to }: TypedName, name: string): { text: string; cursor: number } {
  const [before, after] = [text.slice(0, from), text.slice(to)]
  const goesOn = /^\s*(\}\}|[|,])/.exec(after)
  const written = `${before.endsWith('{{') ? ' ' : ''}${name}${!goesOn ? ' }}' : after.startsWith('}}') ? ' ' : ''}`
  const end = before.length + written.length
  return { text: before + written + after, cursor: goesOn?.[1] === '}}' ? end + after.indexOf('}}') + 2 : end }
}
