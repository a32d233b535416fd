/** A label as a class name and as a table name: `Sales order` → `SalesOrder`, `sales_order`. Umlauts are written out; may be empty. */
export const classNameOf = (label: string) =>
  words(label)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')
    .replace(/^[^A-Z]+/, '')
    .slice(0, 64)
export const tableNameOf = (label: string) =>
  words(label)
    .join('_')
    .toLowerCase()
    .replace(/^[^a-z]+/, '')
    .slice(0, 63)
const words = (label: string) =>
  label
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('Ä', 'Ae')
    .replaceAll('Ö', 'Oe')
    .replaceAll('Ü', 'Ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^\w\s-]/g, '')
    .split(/[\s_-]+/)
    .filter(Boolean)
