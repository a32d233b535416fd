import type { Plugin } from 'vite'
import { parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * Pages draw elements and never run them: their bodies and the examples that test them stay out of what a browser loads, and with
 * them the libraries only bodies use.
 */
export const declarationsOnly = (): Plugin => ({
  name: 'declarations-only',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]catalogue[\\/]elements[\\/].*\.ts$/ },
    handler: (code) => ({ code: withoutBodies(code), map: null }),
  },
})

/** The module without `body` and `examples` in what is given to `defineElement`. */
export function withoutBodies(code: string): string {
  const cuts = [...calls(parseAst(code, { lang: 'ts' }) as unknown as Node)]
    .flatMap((call) => ((call['arguments'] as Node[])[0]?.['properties'] as Node[] | undefined) ?? [])
    .filter((property) => ['body', 'examples'].includes((property['key'] as { name?: string } | undefined)?.name ?? ''))
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end).replace(/^\s*,/, ''), code)
}

function* calls(node: Node): Generator<Node> {
  if (node.type === 'CallExpression' && (node['callee'] as { name?: string }).name === 'defineElement') yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) yield* calls(child as Node)
}
