import type { Transformer } from '@weft/kit/define/transformer.ts'
import { valueTypeOf, type ValueType } from '@weft/kit/define/value.ts'
import { functionName, functionsOf } from '@weft/kit/formula/functions.ts'
import { parseFormula } from '@weft/kit/formula/parse.ts'
import { writtenName } from '@weft/kit/formula/tokens.ts'
import { unfoldFormula } from '@weft/kit/formula/unfold.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { FormulaEditor } from '@weft/kit/ui/formula-editor.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useMemo } from 'react'
import s from '../data-set.module.css'
import { choicesOf, type DataSetSource } from '../sources.ts'

const texts = defineMessages({
  formula: { en: 'Formula', de: 'Formel' },
  help: {
    en: 'Fields, + − × ÷, comparisons and functions: round(price * quantity, 2)',
    de: 'Felder, + − × ÷, Vergleiche und Funktionen: round(preis * menge, 2)',
  },
})

const tones: Record<ValueType, string> = {
  ...{ text: 'blue', integer: 'amber', decimal: 'amber', boolean: 'pink', date: 'violet', date_time: 'violet' },
  ...{ list: 'teal', object: 'slate', any: 'slate' },
}

type Props = {
  formula: string
  sources: DataSetSource[]
  transformers: readonly Transformer[]
  error: string | undefined
  readOnly: boolean
  onChange: (formula: string) => void
}

/** The formula of a calculated field, with what is wrong with it. */
export function FormulaField({ formula, sources, transformers, error, readOnly, onChange }: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const names = useMemo(() => namesIn(sources), [sources])
  const functions = useMemo(() => functionsOf(transformers), [transformers])
  const problems = useMemo(() => {
    const { tree, problems } = parseFormula(formula)
    if (transformers.length === 0) return problems
    const around = {
      functions,
      known: [...names.keys()],
      idOf: (part: number) => ({ id: `${part}`, output: `${part}` }),
    }
    const { problems: further } = unfoldFormula(tree, {
      ...around,
      resolve: (name) => (names.has(name) ? name : undefined),
    })
    return [...problems, ...further]
  }, [formula, functions, names, transformers.length])
  const told = problems[0] ? say(problems[0].message, language) : error
  return (
    <div className={s['formula']} data-wrong={told === undefined ? undefined : true}>
      {readOnly ? (
        <code>{formula}</code>
      ) : (
        <FormulaEditor
          value={formula}
          label={t.formula()}
          lookOf={(name, isCalled) => {
            if (isCalled) return functions.find(name) ? 'function' : 'unknown'
            const type = names.get(name)
            return type ? { tone: tones[type] } : 'unknown'
          }}
          complete={offersOf(names, transformers, language)}
          marks={problems.map(({ from, to }) => ({ from, to }))}
          onChange={(next) => onChange(next)}
          onDone={() => undefined}
          onLeave={() => undefined}
        />
      )}
      <p role={told === undefined ? undefined : 'status'}>{told ?? t.help()}</p>
    </div>
  )
}

/** What a formula can name, with its type: by its path where only one source has it, otherwise behind the source's short name. */
function namesIn(sources: DataSetSource[]): Map<string, ValueType> {
  const all = sources.flatMap(choicesOf)
  return new Map(
    all.flatMap(({ of, field, type }): [string, ValueType][] => [
      ...(all.filter((one) => one.field === field).length === 1
        ? [[field, valueTypeOf[type]] as [string, ValueType]]
        : []),
      [`${of}.${field}`, valueTypeOf[type]],
    ]),
  )
}

type Offers = Parameters<typeof FormulaEditor>[0]['complete']

/** Offers fields, and functions by what they are called and what they do. */
function offersOf(
  names: ReadonlyMap<string, ValueType>,
  transformers: readonly Transformer[],
  language: 'en' | 'de',
): Offers {
  const options = [
    ...[...names.keys()].map((name) => ({ label: writtenName(name), boost: name.includes('.') ? 0 : 1 })),
    ...transformers
      .filter(({ key }) => key !== 'constant')
      .map(({ key, labels }) => ({
        label: functionName(key),
        detail: labels.title[language],
        apply: `${functionName(key)}(`,
      })),
  ]
  return ({ pos, explicit, state }) => {
    const before = /[\p{L}_`][\p{L}\p{N}_.`]*$/u.exec(state.sliceDoc(Math.max(0, pos - 200), pos))?.[0] ?? ''
    if (before === '' && !explicit) return null
    return { from: pos - before.length, options, validFor: /^[\p{L}_`][\p{L}\p{N}_.`]*$/u }
  }
}
