import type { Transformer } from '@weft/kit/define/transformer.ts'
import { functionName } from '@weft/kit/formula/functions.ts'
import { writtenName } from '@weft/kit/formula/tokens.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Row } from './rows.ts'

type Offer = { label: string; detail: string; apply?: Apply; boost?: number }
/** Writes what was picked; a function gets its brackets, with the caret between them. */
type Apply = (view: EditorLike, offer: unknown, from: number, to: number) => void
type EditorLike = {
  dispatch(change: { changes: { from: number; to: number; insert: string }; selection: { anchor: number } }): void
}
type Asked = { pos: number; explicit: boolean; state: { sliceDoc(from: number, to: number): string } }

/** Offers fields with the value they have in the sample, outputs, and functions by what they are called and what they do. */
export function formulaOffers({
  sources,
  outputs,
  transformers,
  sampleOf,
  language,
}: {
  sources: readonly Row[]
  outputs: readonly string[]
  transformers: readonly Transformer[]
  sampleOf(row: Row): string
  language: Language
}) {
  const offers: Offer[] = [
    ...sources.map((row) => ({ label: writtenName(row.full_name), detail: sampleOf(row), boost: 1 })),
    ...outputs.map((output) => ({ label: output, detail: '' })),
    ...transformers
      .filter(({ key }) => key !== 'constant')
      .map(({ key, labels }) => ({
        label: functionName(key),
        detail: labels.title[language],
        apply: called(functionName(key)),
      })),
  ]
  return ({ pos, explicit, state }: Asked) => {
    const before = /[\p{L}_`][\p{L}\p{N}_.`]*$/u.exec(state.sliceDoc(Math.max(0, pos - 200), pos))?.[0] ?? ''
    if (before === '' && !explicit) return null
    // In the middle of a text nothing is offered.
    const quotes = state.sliceDoc(0, pos).match(/(?<!\\)"/g)?.length ?? 0
    if (quotes % 2 === 1) return null
    return { from: pos - before.length, options: offers, validFor: /^[\p{L}_`][\p{L}\p{N}_.`]*$/u }
  }
}

const called =
  (name: string): Apply =>
  (view, _, from, to) =>
    view.dispatch({ changes: { from, to, insert: `${name}()` }, selection: { anchor: from + name.length + 1 } })
