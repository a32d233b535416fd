import {
  IconArrowsSort,
  IconBinaryTree,
  IconCircleDot,
  IconKey,
  IconRowInsertBottom,
  IconSquareRoundedChevronDown,
  IconSum,
  IconTable,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { PlanStep } from '@weft/kit/define/data-set-plan.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { complaintsOf } from '../data-structures/structure.ts'
import s from './plan.module.css'

const texts = defineMessages({
  plan: { en: 'How the database answers', de: 'Wie die Datenbank antwortet' },
  waits: { en: 'The plan waits', de: 'Der Plan wartet' },
  note: {
    en: '{database} begins at the bottom; rows are its estimates.',
    de: '{database} beginnt unten; die Zeilenzahlen sind Schätzungen.',
  },
  noteTables: {
    en: '{database} reads the tables in this order; rows are its estimates.',
    de: '{database} liest die Tabellen in dieser Reihenfolge; die Zeilenzahlen sind Schätzungen.',
  },
  scan: { en: 'Reads all of {table}', de: 'Liest alles von {table}' },
  index: { en: 'Finds in {table} by an index', de: 'Findet in {table} über einen Index' },
  join: { en: 'Brings both together', de: 'Führt beide zusammen' },
  group: { en: 'Groups', de: 'Gruppiert' },
  sort: { en: 'Sorts', de: 'Sortiert' },
  limit: { en: 'Ends after so many rows', de: 'Endet nach so vielen Zeilen' },
  stage: { en: 'Takes the rows of {table}', de: 'Nimmt die Zeilen von {table}' },
  rows: {
    en: '{count, plural, one {about # row} other {about # rows}}',
    de: '{count, plural, one {etwa # Zeile} other {etwa # Zeilen}}',
  },
  by: { en: 'index {index}', de: 'Index {index}' },
})

const icons: Record<PlanStep['kind'], Icon> = {
  ...{ scan: IconTable, index: IconKey, join: IconBinaryTree, group: IconSum, sort: IconArrowsSort },
  ...{ limit: IconRowInsertBottom, stage: IconSquareRoundedChevronDown, other: IconCircleDot },
}

/** How the database would answer a definition: what it reads, by which index, how many rows it expects. */
export function Plan({ definition }: { definition: DataSetDefinition }) {
  const t = useTexts(texts)
  const { data, error } = useQuery({
    queryKey: ['/data_sets/plan', JSON.stringify(definition)],
    retry: false,
    queryFn: async ({ signal }) => (await api.post('/data_sets/plan', { definition }, { signal, quiet: true })).data,
  })
  if (error)
    return (
      <EmptyState
        icon={IconBinaryTree}
        title={t.waits()}
        text={Object.values(complaintsOf(error)).flat()[0] ?? error.message}
      />
    )
  if (!data) return null
  const { database, steps } = data
  return (
    <div className={s['plan']}>
      <p>{database === 'PostgreSQL' ? t.note({ database }) : t.noteTables({ database })}</p>
      <ol aria-label={t.plan()}>
        {steps.map((step, i) => (
          <Step key={i} step={step} />
        ))}
      </ol>
    </div>
  )
}

function Step({ step: { depth, kind, operation, table = '', index, rows, detail } }: { step: PlanStep }) {
  const t = useTexts(texts)
  const StepIcon = icons[kind]
  return (
    <li style={{ marginInlineStart: Math.min(depth, 8) * 16 }} data-kind={kind}>
      <StepIcon size={15} aria-hidden />
      <div>
        <b>{kind === 'other' ? operation : t[kind]({ table })}</b>
        <small>
          {[rows === undefined ? '' : t.rows({ count: rows }), index === undefined ? '' : t.by({ index })]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <code title={detail}>{[operation, detail].filter(Boolean).join(': ')}</code>
      </div>
    </li>
  )
}
