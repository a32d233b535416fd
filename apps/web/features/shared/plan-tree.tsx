import type { PlanStep } from '@weft/kit/define/query-plan.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './plan-tree.module.css'

const texts = defineMessages({
  about: {
    en: 'How the database would answer: what is inside comes first. Rows and costs are its own estimates; nothing is read.',
    de: 'So würde die Datenbank antworten: Was innen steht, kommt zuerst. Zeilen und Kosten schätzt sie selbst; gelesen wird nichts.',
  },
  plan: { en: 'Plan', de: 'Plan' },
  rows: { en: '{count, plural, one {# row} other {# rows}}', de: '{count, plural, one {# Zeile} other {# Zeilen}}' },
  cost: { en: 'cost {cost}', de: 'Kosten {cost}' },
  condition: { en: 'where', de: 'wobei' },
  filter: { en: 'only', de: 'nur' },
  group: { en: 'by', de: 'nach' },
  index: { en: 'index', de: 'Index' },
  join: { en: 'join', de: 'Verbund' },
  sort: { en: 'by', de: 'nach' },
  whole: { en: 'reads the whole table', de: 'liest die ganze Tabelle' },
  lookup: { en: 'looks up by an index', de: 'schlägt über einen Index nach' },
  joined: { en: 'joins two sets of rows', de: 'verbindet zwei Mengen von Zeilen' },
  sorted: { en: 'sorts', de: 'sortiert' },
  grouped: { en: 'groups', de: 'gruppiert' },
  limited: { en: 'takes the first rows', de: 'nimmt die ersten Zeilen' },
  hashed: { en: 'keeps rows for looking them up', de: 'merkt Zeilen zum Nachschlagen' },
})

/** How a database would answer a question, as a tree. */
export function PlanTree({ root }: { root: PlanStep }) {
  const t = useTexts(texts)
  return (
    <div className={s['plan']} role="region" aria-label={t.plan()} tabIndex={0}>
      <p className="muted">{t.about()}</p>
      <ul>
        <Step step={root} whole={root.cost ?? 0} />
      </ul>
    </div>
  )
}

/** What a word of a database means; the others stand for themselves. */
const meanings: [RegExp, 'grouped' | 'hashed' | 'joined' | 'limited' | 'lookup' | 'sorted' | 'whole'][] = [
  [/^(?:Seq Scan|Parallel Seq Scan|ALL)$/, 'whole'],
  [/Index|Bitmap|^(?:ref|eq_ref|const|range|index|ref_or_null|index_merge)$/, 'lookup'],
  [/Join|Nested Loop|^nested_loop$/, 'joined'],
  [/Sort|^filesort$|^ordering_operation$/, 'sorted'],
  [/Aggregate|Group|^grouping_operation$|^temporary_table$/, 'grouped'],
  [/^Limit$/, 'limited'],
  [/^Hash$/, 'hashed'],
]

function Step({ step, whole }: { step: PlanStep; whole: number }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const meaning = meanings.find(([word]) => word.test(step.does))?.[1]
  const share = whole > 0 && step.cost !== null ? Math.min(1, step.cost / whole) : 0
  return (
    <li>
      <div className={s['step']} data-whole={meaning === 'whole' || undefined}>
        <b>{step.does}</b>
        {step.table && <code>{step.table}</code>}
        {meaning && <span className="muted">{t[meaning]()}</span>}
        <span className={s['estimates']}>
          {step.rows !== null && <span>{t.rows({ count: step.rows })}</span>}
          {step.cost !== null && <span>{t.cost({ cost: number(Math.round(step.cost * 10) / 10) })}</span>}
          <i style={{ inlineSize: `${Math.round(share * 60)}px` }} aria-hidden />
        </span>
        {step.details.map(({ about, text }, i) => (
          <small key={i}>
            {t[about]()} <code>{text}</code>
          </small>
        ))}
      </div>
      {step.steps.length > 0 && (
        <ul>
          {step.steps.map((inner, i) => (
            <Step key={i} step={inner} whole={whole} />
          ))}
        </ul>
      )}
    </li>
  )
}
