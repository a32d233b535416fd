import { z } from 'zod'
import { inWords } from '@weft/kit/messages/patterns.ts'

const states = {
  BW: { en: 'Baden-Württemberg', de: 'Baden-Württemberg' },
  BY: { en: 'Bavaria', de: 'Bayern' },
  BE: { en: 'Berlin', de: 'Berlin' },
  BB: { en: 'Brandenburg', de: 'Brandenburg' },
  HB: { en: 'Bremen', de: 'Bremen' },
  HH: { en: 'Hamburg', de: 'Hamburg' },
  HE: { en: 'Hesse', de: 'Hessen' },
  MV: { en: 'Mecklenburg-Western Pomerania', de: 'Mecklenburg-Vorpommern' },
  NI: { en: 'Lower Saxony', de: 'Niedersachsen' },
  NW: { en: 'North Rhine-Westphalia', de: 'Nordrhein-Westfalen' },
  RP: { en: 'Rhineland-Palatinate', de: 'Rheinland-Pfalz' },
  SL: { en: 'Saarland', de: 'Saarland' },
  SN: { en: 'Saxony', de: 'Sachsen' },
  ST: { en: 'Saxony-Anhalt', de: 'Sachsen-Anhalt' },
  SH: { en: 'Schleswig-Holstein', de: 'Schleswig-Holstein' },
  TH: { en: 'Thuringia', de: 'Thüringen' },
} as const
export type State = keyof typeof states

/** Days of the year by month and day, or as so many days from Easter Sunday; `in` says where, `from` since which year. */
type Rule = { on: string | number; in?: string; from?: number; only?: number }

/**
 * What holds in the whole of a state by its law on holidays since 1995. Sources: the Feiertagsgesetze of the 16 states and
 * Article 2 (2) of the Unification Treaty. Corpus Christi in some places of Saxony and Thuringia, Assumption in those of
 * Bavaria and the Peace Festival of Augsburg are for those who live there to add.
 */
const rules: Rule[] = [
  { on: '01-01' },
  { on: '01-06', in: 'BW BY ST' },
  { on: '03-08', in: 'BE', from: 2019 },
  { on: '03-08', in: 'MV', from: 2023 },
  { on: -2 },
  { on: 0, in: 'BB' },
  { on: 1 },
  { on: '05-01' },
  { on: '05-08', in: 'BE', only: 2020 },
  { on: '05-08', in: 'BE', only: 2025 },
  { on: 39 },
  { on: '06-17', in: 'BE', only: 2028 },
  { on: 49, in: 'BB' },
  { on: 50 },
  { on: 60, in: 'BW BY HE NW RP SL' },
  { on: '08-15', in: 'SL' },
  { on: '09-20', in: 'TH', from: 2019 },
  { on: '10-03' },
  { on: '10-31', in: 'BB MV SN ST TH' },
  { on: '10-31', in: 'HB HH NI SH', from: 2018 },
  { on: '10-31', only: 2017 },
  { on: '11-01', in: 'BW BY NW RP SL' },
  { on: '12-25' },
  { on: '12-26' },
]

const known = new Map<string, ReadonlySet<string>>()

/** The public holidays of a German state in a year, as days such as 2026-04-03. */
export function holidaysOf(state: State, year: number): ReadonlySet<string> {
  const name = `${state} ${year}`
  const found = known.get(name)
  if (found) return found
  if (known.size > 2_000) known.clear()
  const easter = easterOf(year)
  const days = rules
    .filter(
      (rule) =>
        (!rule.in || rule.in.split(' ').includes(state)) &&
        year >= (rule.from ?? 0) &&
        (rule.only === undefined || rule.only === year),
    )
    .map(({ on }) => (typeof on === 'number' ? dayText(easter + on) : `${yearText(year)}-${on}`))
  if (state === 'SN') days.push(dayText(repentance(year)))
  const holidays = new Set(days)
  known.set(name, holidays)
  return holidays
}

/** Days since 1970 of Easter Sunday. Source: “A New York correspondent”, Nature 13 (1876), 487; in Meeus, Astronomical Algorithms, ch. 8. */
function easterOf(year: number): number {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return numberOfDay(
    `${yearText(year)}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`,
  )
}

/** The Wednesday before the 23rd of November. */
function repentance(year: number): number {
  const last = numberOfDay(`${yearText(year)}-11-22`)
  return last - ((weekdayOf(last) - 3 + 7) % 7)
}

const yearText = (year: number) => String(year).padStart(4, '0')
export const numberOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
export const dayText = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (number: number) => ((((number + 3) % 7) + 7) % 7) + 1

export const workOptions = {
  state: z.enum(Object.keys(states) as [State, ...State[]]).default('HH'),
  saturdays: z.boolean().default(false),
  also_free: z
    .array(
      z.string().regex(
        inWords(/^(?:\d{4}-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, {
          en: 'Please enter days such as 12-24 (every year) or 2026-12-28.',
          de: 'Bitte Tage wie 12-24 (jedes Jahr) oder 2026-12-28 eingeben.',
        }),
      ),
    )
    .max(200)
    .default([]),
}
export const workLabels = {
  state: { label: { en: 'Holidays of', de: 'Feiertage von' }, options: states },
  saturdays: { en: 'Saturdays are business days', de: 'Samstage sind Werktage' },
  also_free: {
    label: { en: 'Free as well', de: 'Außerdem frei' },
    help: {
      en: 'Days such as 12-24 or 2026-12-28; also 08-15 in Bavaria’s Catholic places.',
      de: 'Tage wie 12-24 oder 2026-12-28; auch 08-15 in katholischen Orten Bayerns.',
    },
  },
}

/** Whether there is work on a day, given as days since 1970. */
export function workdays({ state, saturdays, also_free }: { state: State; saturdays: boolean; also_free: string[] }) {
  const free = new Set(also_free)
  return (number: number): boolean => {
    const weekday = weekdayOf(number)
    if (weekday === 7 || (weekday === 6 && !saturdays)) return false
    const day = dayText(number)
    return !holidaysOf(state, Number(day.slice(0, 4))).has(day) && !free.has(day) && !free.has(day.slice(5))
  }
}
