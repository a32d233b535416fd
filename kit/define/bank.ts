/** The length of an IBAN in the countries of the registry. Source: SWIFT IBAN Registry. */
const lengths = new Map(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Whether a text is an IBAN: right length for its country, check digits right by ISO 7064 mod 97-10. Blanks do not matter. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban) || lengths.get(iban.slice(0, 2)) !== iban.length) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((char) => parseInt(char, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** Whether a text is a BIC of 8 or 11 characters (ISO 9362): four letters, country, place, branch. */
export const isBic = (text: string) => /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(text.trim())

/** Where the bank stands in an IBAN, from and to, by country. Source: SWIFT IBAN Registry, “Bank identifier position”. */
const banks = new Map(
  'AT4-9 BE4-7 BG4-8 CH4-9 CY4-7 CZ4-8 DE4-12 DK4-8 EE4-6 ES4-8 FI4-7 FR4-9 GB4-8 GR4-7 HR4-11 HU4-7 IE4-8 IT5-10 LI4-9 LT4-9 LU4-7 LV4-8 MC4-9 MT4-8 NL4-8 NO4-8 PL4-12 PT4-8 RO4-8 SE4-7 SI4-9 SK4-8 SM5-10'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(2).split('-').map(Number) as [number, number]]),
)

/** The national code of the bank in an IBAN, such as the Bankleitzahl; undefined where its place is not known. */
export function bankCodeOf(text: string): string | undefined {
  const iban = text.replaceAll(' ', '').toUpperCase()
  const place = banks.get(iban.slice(0, 2))
  return place && iban.slice(...place)
}
