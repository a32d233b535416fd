/** Hosts and ports: `erp.internal:1433`, `*.plant.internal:443`, `10.0.0.5:5000-5010`, `[fd00::5]:22`. */
export type AllowRule = { host: string; first: number; last: number }

const shape = /^(?:\[([0-9a-f:.]+)\]|((?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)):(\d{1,5})(?:-(\d{1,5}))?$/

/** What a rule says; nothing where it is none. */
export function allowRule(text: string): AllowRule | undefined {
  const [, v6, name, from, to] = shape.exec(text.trim().toLowerCase()) ?? []
  const host = v6 ?? name
  const [first, last] = [Number(from), Number(to ?? from)]
  return host && first >= 1 && first <= last && last <= 65_535 ? { host, first, last } : undefined
}

/** Whether one of the rules names this host, as it is written, and this port. */
export function isAllowedBy(rules: readonly AllowRule[], host: string, port: number): boolean {
  const asked = host.replace(/^\[|\]$/g, '').toLowerCase()
  return rules.some(
    (rule) =>
      port >= rule.first &&
      port <= rule.last &&
      (rule.host.startsWith('*.')
        ? asked.endsWith(rule.host.slice(1)) && asked.length > rule.host.length - 1
        : asked === rule.host),
  )
}
