import { isReservedWord } from './reserved-words.ts'

const letters: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  œ: 'oe',
  å: 'a',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  '€': ' euro ',
  '%': ' percent ',
  '&': ' and ',
}

/** `Small Island Developing States (SIDS)` → `small_island_developing_states_sids`, `orderID` → `order_id`, `Größe in %` → `groesse_in_percent`. */
function snakeCase(original: string): string {
  const plain = original
    .replace(/^[@#]+/, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[äöüßæøœåłđþ€%&]/g, (letter) => letters[letter]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const begun = /^[a-z]/.test(plain) ? plain : plain === '' ? 'field' : `n${plain}`
  return shortened(begun, 63)
}

/** A field name for each original name, in order: snake case, all different, none a reserved word of SQL. */
export function fieldNames(originals: readonly string[]): string[] {
  const taken = new Set<string>()
  return originals.map((original) => {
    const base = snakeCase(original)
    const free = isReservedWord(base) ? `${shortened(base, 57)}_value` : base
    let name = free
    for (let n = 2; taken.has(name); n++) name = `${shortened(free, 62 - String(n).length)}_${n}`
    taken.add(name)
    return name
  })
}

/** Class and table name for what a file holds: `in/2026/order-details.csv` → `OrderDetails`, `order_details`. */
export function structureNames(file: string): { class_name: string; table_name: string; label: string } {
  const base = file
    .split('/')
    .at(-1)!
    .replace(/\.[^.]{1,5}$/, '')
  const [table = 'data'] = fieldNames([base.replace(/[-_. ]?\d{4}[-_.]?\d{2}[-_.]?\d{2}.*$/, '') || base])
  const class_name = shortened(
    table
      .split('_')
      .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
      .join(''),
    64,
  )
  const label = table.replaceAll('_', ' ')
  return { class_name, table_name: table, label: label.slice(0, 1).toUpperCase() + label.slice(1) }
}

const shortened = (name: string, length: number) => name.slice(0, length).replace(/_+$/, '')
