const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** `Mozilla/5.0 … Chrome/153 …` → `Chrome, Windows`; anything else by its own first word. */
export function browserOf(agent: string): string {
  const find = (list: readonly (readonly [string, string])[]) => list.find(([part]) => agent.includes(part))?.[1]
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || agent.split(/[\s/]/)[0] || '–'
}
