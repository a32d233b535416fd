/** Of the agent that is built from these sources: raised with every change of what a customer runs. */
export const agentVersion = '1.0.0'

/** What both sides have to agree on; an agent that speaks another one is told to be updated. */
export const agentProtocol = 1

/** Whether a version, `1.10.0`, is older than another; what is none counts as older. */
export function isOlderVersion(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  for (const [i, part] of b!.entries()) {
    const own = a![i] ?? 0
    if (own !== part) return !(own > part)
  }
  return false
}
