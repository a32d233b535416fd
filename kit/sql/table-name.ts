/** `shop.orders` in its parts; a part with a point or a quote in it stands in quotes, as in `shop."odd.name"`. */
export function tableParts(name: string): string[] {
  const parts = [...name.matchAll(/(?:^|\.)(?:"((?:[^"]|"")*)"|([^".]+))/g)]
  return parts.map(([, quoted, plain]) => (quoted === undefined ? plain! : quoted.replaceAll('""', '"')))
}

/** Parts as one name that `tableParts` reads back. */
export const tableName = (...parts: string[]): string =>
  parts.map((part) => (/[".]/.test(part) || part === '' ? `"${part.replaceAll('"', '""')}"` : part)).join('.')
