import { tokensOf } from './tokens.ts'

/** A name without the backticks around it. */
export const bareName = (text: string) => (text.startsWith('`') ? text.slice(1, -1) : text)

/** The fields and outputs a formula names, each once; functions and settings are none. */
export function namesInFormula(text: string): string[] {
  const tokens = tokensOf(text)
  const names = tokens.flatMap(({ kind, text: word }, i) =>
    kind === 'name' && tokens[i + 1]?.text !== '(' && tokens[i + 1]?.text !== ':' ? [bareName(word)] : [],
  )
  return [...new Set(names)]
}

/** The functions a formula calls, as often as it does. */
export function callsInFormula(text: string): string[] {
  const tokens = tokensOf(text)
  return tokens.flatMap(({ kind, text: word }, i) =>
    kind === 'name' && tokens[i + 1]?.text === '(' ? [bareName(word).toLowerCase()] : [],
  )
}
