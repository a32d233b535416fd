import { Skeleton } from '@mantine/core'
import { IconChartAreaLine } from '@tabler/icons-react'
import type { InsightAnswer } from '@weft/kit/define/insight.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import type { ShownInsight } from './answer-props.ts'
import { InsightAnswerView } from './insight-answer.tsx'
import s from './insight.module.css'
import type { Picked } from '@weft/kit/ui/insight-spec.ts'

const texts = defineMessages({
  failed: { en: 'The chart could not be drawn', de: 'Das Diagramm konnte nicht gezeichnet werden' },
})

type Props = {
  label: string
  insight: ShownInsight
  answer: InsightAnswer | undefined
  error?: Error | null | undefined
  actions?: ReactNode
  selected?: boolean
  onPick?: ((picked: Picked) => void) | undefined
}

/** One insight as a card: its name, its legend, its chart. */
export function InsightCard({ label, insight, answer, error, actions, selected, onPick }: Props) {
  const t = useTexts(texts)
  return (
    <article className={s['card']} data-selected={selected || undefined}>
      <header className={s['cardHead']}>
        <h2>{label}</h2>
        {actions}
      </header>
      {error ? (
        <EmptyState small icon={IconChartAreaLine} title={t.failed()} text={error.message} />
      ) : !answer ? (
        <div className={s['plot']}>
          <Skeleton height="100%" />
        </div>
      ) : (
        <InsightAnswerView label={label} insight={insight} answer={answer} onPick={onPick} />
      )}
    </article>
  )
}
