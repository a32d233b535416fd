import { isIban } from './bank.ts'

/** What of a person a field may hold. */
export const personalKinds = ['name', 'email', 'phone', 'address', 'iban', 'birthday', 'ip'] as const
export type PersonalKind = (typeof personalKinds)[number]

/** What becomes of such a field on its way in. */
export const treatments = ['keep', 'leave_out', 'hash', 'mask'] as const
export type Treatment = (typeof treatments)[number]

/** What is suggested where nobody has decided. */
export const suggestedTreatment: Record<PersonalKind, Treatment> = {
  name: 'mask',
  email: 'hash',
  phone: 'mask',
  address: 'mask',
  iban: 'leave_out',
  birthday: 'leave_out',
  ip: 'leave_out',
}

const byName: [PersonalKind, RegExp][] = [
  ['email', /(^|_)e_?mails?(_|$)|(^|_)mail_?(address|adresse)(_|$)/],
  ['iban', /(^|_)(iban|bank_account|account_number|kontonummer|konto_nr)(_|$)/],
  ['birthday', /(^|_)(birth_?da(y|te)|date_of_birth|dob|birth|geburtstag|geburtsdatum|geb_datum|born_(on|at))(_|$)/],
  ['ip', /(^|_)ip(v4|v6)?(_?(address|adresse))?$/],
  [
    'phone',
    /(^|_)(phones?|tele?phone?|telefon(nummer)?|tel|tel_nr|fax|mobile?|mobil(nummer|telefon)?|handy(nummer)?|phone_number|home_phone|cell)(_|$)/,
  ],
  [
    'name',
    /(^|_)(first|last|sur|family|given|middle|full|vor|nach|familien|contact|person|employee|customer|kunden|ansprechpartner)_?name(n)?(_|$)|^(vorname|nachname|ansprechpartner|contact_person|firstname|lastname|surname)$/,
  ],
  [
    'address',
    /(^|_)(street|strasse|str|hausnummer|house_number|address(_?line)?_?\d?|adresse|anschrift|(postal|post|zip)_?code|zip|plz|postleitzahl)(_|$)/,
  ],
]

const byValue: [PersonalKind, (text: string) => boolean][] = [
  ['email', (text) => /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/.test(text)],
  ['iban', (text) => /^[A-Z]{2}\d{2}[A-Z\d ]{11,36}$/.test(text) && isIban(text)],
  ['ip', (text) => /^(\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => Number(part) < 256)],
  ['phone', (text) => /^\+\d[\d\s()/-]{6,20}$/.test(text)],
]

/** So many of the values that are there have to look like it. */
const most = 0.8

/** `CustomerFirstName` and `kunden-vorname` as names are compared here. */
const plainName = (name: string) =>
  name
    .replaceAll('ß', 'ss')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[̀-ͯ]/g, '')
    .replaceAll(/[^a-z\d]+/g, '_')

/** Whether a field looks as if it told of a person, by its name in either language or by what stands in it. */
export function personalKindOf(name: string, values: readonly unknown[]): PersonalKind | null {
  const plain = plainName(name)
  const named = byName.find(([, pattern]) => pattern.test(plain))?.[0]
  if (named) return named
  const texts = values.filter((value): value is string => typeof value === 'string' && value !== '')
  if (texts.length === 0) return null
  return byValue.find(([, looks]) => texts.filter(looks).length >= texts.length * most)?.[0] ?? null
}

const dots = '•••••'

/** A value of which nobody is known any more: a first sign, or the end of a number; how long it was cannot be told. */
export function masked(value: unknown): string {
  const text = String(value)
  if (text === '') return ''
  const at = text.lastIndexOf('@')
  if (at > 0) return `${firstOf(text)}${dots}@•••${/\.[a-z]{2,}$/i.exec(text)?.[0] ?? ''}`
  if (/^\d{4}-\d\d-\d\d/.test(text)) return `${text.slice(0, 2)}••-••-••`
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(text)) return `${text.split('.').slice(0, 2).join('.')}.•••.•••`
  if (/^\+?\d[\d\s()/-]{5,}$/.test(text))
    return `${text.startsWith('+') ? `${text.slice(0, 3)} ` : ''}••• ••• ${text.slice(-2)}`
  return `${firstOf(text)}${dots}`
}

const firstOf = (text: string) => [...text][0]!
