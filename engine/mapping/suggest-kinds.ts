/** What values look like where that says what they are. */
const shapes: readonly [kind: string, shape: RegExp, meanings: readonly string[]][] = [
  ['email', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i, ['email']],
  ['url', /^https?:\/\//i, ['url', 'website', 'image']],
  ['iban', /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, ['iban']],
  ['bic', /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, ['bic']],
  ['vat_id', /^[A-Z]{2}\d{8,11}$/, ['tax']],
  ['phone', /^\+\d[\d\s/-]{6,}$/, ['phone', 'mobile']],
  ['gtin', /^\d{13}$/, ['ean']],
  ['currency', /^(EUR|USD|GBP|CHF|PLN|DKK|SEK|NOK|CZK)$/, ['currency']],
]

/** The kind of most of the values, if they have one. */
export function kindOf(values: readonly unknown[]): string | undefined {
  const texts = values.filter((value) => typeof value === 'string' && value !== '') as string[]
  if (texts.length === 0) return undefined
  return shapes.find(([, shape]) => texts.filter((text) => shape.test(text)).length * 2 > texts.length)?.[0]
}

/** Whether values of a kind belong into a field of these meanings: yes, no, or nothing is known. */
export function belongs(kind: string | undefined, meanings: readonly string[]): boolean | undefined {
  if (kind === undefined) return undefined
  const own = shapes.find(([name]) => name === kind)![2]
  if (own.some((one) => meanings.includes(one))) return true
  return shapes.some(([name, , wanted]) => name !== kind && wanted.some((one) => meanings.includes(one)))
    ? false
    : undefined
}
