/** From here to here the clocks of a zone are known; what lies outside takes the nearest. */
const [first, last] = [Date.UTC(1970, 0, 1), Date.UTC(2050, 0, 1)]
const month = 30 * 86_400_000
const known = new Map<string, string>()

/**
 * A point in time as the clocks of a zone show it. Servers of MySQL know zones only where somebody has loaded them, so the changes of
 * the clock are written out; `interval` looks them up by halving.
 */
export function localTime(sql: string, zone: string): string {
  if (zone === 'UTC') return sql
  let found = known.get(zone)
  if (found === undefined) known.set(zone, (found = tableOf(zone)))
  return found.replaceAll('§', sql)
}

function tableOf(zone: string): string {
  const offset = offsets(zone)
  const changes: { at: number; minutes: number }[] = []
  for (let at = first, minutes = offset(first); at < last; at += month) {
    if (offset(at + month) === minutes) continue
    const change = moment(offset, at, at + month)
    minutes = offset(change)
    changes.push({ at: change, minutes })
  }
  if (changes.length === 0) return `timestampadd(minute, ${offset(first)}, §)`
  return `timestampadd(minute, elt(interval(timestampdiff(second, '1970-01-01 00:00:00', §), ${changes.map(({ at }) => at / 1000).join(', ')}) + 1, ${[offset(first), ...changes.map(({ minutes }) => minutes)].join(', ')}), §)`
}

/** The first second after a change between two moments. */
function moment(offset: (at: number) => number, from: number, until: number): number {
  const before = offset(from)
  while (until - from > 1000) {
    const middle = Math.floor((from + until) / 2000) * 1000
    if (offset(middle) === before) from = middle
    else until = middle
  }
  return until
}

function offsets(zone: string): (at: number) => number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  return (at) => {
    const [, sign, hours, minutes = '0'] = /GMT([+-])(\d+)(?::(\d+))?/.exec(parts.format(at)) ?? ['', '+', '0', '0']
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
}
