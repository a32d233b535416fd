import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/** Countries by their codes, as a value table of a mapping has them. */
export const countries: Record<string, string> = {
  DE: 'Germany',
  AT: 'Austria',
  CH: 'Switzerland',
  FR: 'France',
  GB: 'United Kingdom',
  IT: 'Italy',
  ES: 'Spain',
  CZ: 'Czechia',
  SE: 'Sweden',
  PL: 'Poland',
  NL: 'Netherlands',
  BE: 'Belgium',
}
const head = 'order_no,email,first,last,street,zip,city,country,sku,qty,price,ordered_at\n'
const first = 'Anna|Ben| Clara|David |Eva|Felix|Grete|Hans|Ines|Jörg|Karla|Łukasz|Marie|Noé'.split('|')
const last = "Müller|Schmidt|O'Neil|van Dijk|Rossi|García|Novák | Weiß|Johansson|Dubois|Smith|Kowalski".split('|')
const street = 'Hauptstr.|Bahnhofstr.|Rue de la Paix|High Street|"Alte" Gasse|Via Roma|Calle Mayor'.split('|')
const city = 'Berlin|Hamburg|Wien|Zürich|Paris|London|Roma|Madrid|Praha|Stockholm|Warszawa'.split('|')
const country = 'de|at|ch|fr|gb|it|es|cz|se|pl|nl|be| de|fr '.split('|')

/** Writes an order file as a German program does: `1.234,56`, `31.12.2026 23:59`, quotes and blanks. The same bytes for the same number of rows. */
export async function writeGermanOrders(path: string, rows: number) {
  const random = mulberry32(0x9e3779b9)
  const int = (n: number) => Math.floor(random() * n)
  const pick = (words: string[]) => words[int(words.length)]!
  const row = (n: number) => {
    const cents = 100 + int(500_000)
    const euros = Math.floor(cents / 100)
    const whole = euros >= 1000 ? `${Math.floor(euros / 1000)}.${padded(euros % 1000, 3)}` : euros
    const day = `${padded(1 + int(28), 2)}.${padded(1 + int(12), 2)}.${2020 + int(6)}`
    return [
      `ord-${padded(n, 8)}`,
      `${n % 7 ? '' : ' '}User${int(rows)}@Example-${int(50)}.COM`,
      pick(first),
      pick(last),
      `${pick(street)} ${1 + int(200)}${random() < 0.1 ? ', 2. OG' : ''}`,
      padded(int(99_999), 5),
      pick(city),
      pick(country),
      `sku-${padded(int(5_000), 4)}-${pick(['a', 'b', 'c'])}`,
      1 + int(20),
      `${whole},${padded(cents % 100, 2)}`,
      `${day} ${padded(int(24), 2)}:${padded(int(60), 2)}`,
    ]
  }
  const file = createWriteStream(path)
  file.write(head)
  for (let n = 0; n < rows; n += 1000) {
    let chunk = ''
    for (let i = n; i < Math.min(rows, n + 1000); i++)
      chunk += `${row(i + 1)
        .map(quoted)
        .join(',')}\n`
    if (!file.write(chunk)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}

const padded = (n: number, width: number) => String(n).padStart(width, '0')
const quoted = (value: string | number) =>
  typeof value === 'string' && /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

function mulberry32(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
