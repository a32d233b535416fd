/** The address of `rel="next"` in a Link header. */
export function linkNext(header: string): string | undefined {
  for (const [, url, parameters] of header.matchAll(/<([^>]*)>((?:\s*;\s*[^,;="]+(?:=(?:"[^"]*"|[^,;"]*))?)*)/g))
    if (/;\s*rel\s*=\s*"?(?:[^"]*\s)?next(?:\s[^"]*)?"?\s*(?:;|$)/i.test(parameters ?? '')) return url
  return undefined
}
