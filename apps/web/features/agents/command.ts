/** Loads the agent and starts it, in one line; what is typed stays one word of a shell each. */
export function startCommand(origin: string, code: string, allow: string): string {
  const { protocol, hostname } = new URL(origin)
  const isHere = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
  const hosts = allow.split(/[\s,]+/).filter((host) => host !== '')
  const allows = hosts.map((host) => `--allow ${/^[\w.:-]+$/.test(host) ? host : quoted(host)}`)
  const plain = protocol === 'http:' && !isHere ? ['--plain'] : []
  const start = ['node weft-agent.mjs', origin, code, ...allows, ...plain].join(' ')
  return `curl -fsS ${origin}/agent/weft-agent.mjs -o weft-agent.mjs && ${start}`
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
