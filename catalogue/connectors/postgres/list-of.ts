/** `{1,NULL,"a\"b",{2}}` as a list of lists. */
export function listOf(text: string, read: (text: string) => unknown): unknown {
  const open: unknown[][] = [[]]
  // Bounds that do not begin with one stand in front, as in `[0:1]={1,2}`.
  for (const [token, quoted, plain] of text
    .slice(text.indexOf('{'))
    .matchAll(/\{|\}|"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs)) {
    if (token === '{') open.push([])
    else if (token === '}') open.at(-2)?.push(open.pop())
    else if (quoted !== undefined) open.at(-1)!.push(read(quoted.replaceAll(/\\(.)/gs, '$1')))
    else open.at(-1)!.push(plain === 'NULL' ? null : read(plain!))
  }
  return open[0]![0]
}
