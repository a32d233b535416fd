import type { Transformer } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { functionsOf } from '@weft/kit/formula/functions.ts'
import { tokensOf } from '@weft/kit/formula/tokens.ts'
import type { FormulaLook } from '@weft/kit/ui/formula-editor.tsx'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import type { ReactNode } from 'react'
import { originNamed, type FormulaGround } from './formulas.ts'
import { typeLooks } from './looks.ts'
import s from './mapping-table.module.css'

/** What the names in a formula are, for those that draw it. */
export function looksIn(
  ground: FormulaGround,
  transformers: readonly Transformer[],
  types: ReadonlyMap<string, ValueType>,
) {
  const functions = functionsOf(transformers)
  const typeOf = (name: string): ValueType | undefined => {
    const origin = originNamed(name, ground)
    return origin === undefined ? undefined : (ground.sources.get(origin)?.type ?? types.get(origin) ?? 'any')
  }
  return {
    typeOf,
    lookOf(name: string, isCalled: boolean): FormulaLook {
      if (isCalled) return functions.find(name) ? 'function' : 'unknown'
      const type = typeOf(name)
      return type ? { tone: typeLooks[type][1] } : 'unknown'
    },
  }
}
export type FormulaLooks = ReturnType<typeof looksIn>

/** A formula to read: fields as pills with the icon of their type, everything else as it is written. */
export function FormulaText({ text, looks }: { text: string; looks: FormulaLooks }) {
  const tokens = tokensOf(text)
  const parts: ReactNode[] = []
  let at = 0
  for (const [i, { kind, text: word, from, to }] of tokens.entries()) {
    if (from > at) parts.push(text.slice(at, from))
    at = to
    const next = tokens[i + 1]?.text
    const name = word.replaceAll('`', '')
    const type = kind === 'name' && next !== '(' && next !== ':' ? looks.typeOf(name) : undefined
    parts.push(
      type ? (
        <FieldPill key={from} name={name} type={type} />
      ) : (
        <span
          key={from}
          data-kind={kind === 'name' ? (next === '(' ? 'function' : next === ':' ? 'setting' : 'unknown') : kind}
        >
          {word}
        </span>
      ),
    )
  }
  return <span className={s['formula']}>{parts}</span>
}

function FieldPill({ name, type }: { name: string; type: ValueType }) {
  const [TypeIcon, tone] = typeLooks[type]
  return (
    <span className={s['pill']} style={toneStyle(tone)}>
      <TypeIcon size={12} stroke={1.8} aria-hidden />
      {name}
    </span>
  )
}
