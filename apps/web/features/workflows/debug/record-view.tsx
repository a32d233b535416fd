import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { fieldsOf } from '@weft/designers/workflow/data/fields.ts'
import type { Sample } from '@weft/designers/workflow/data/samples.ts'
import { changesOf } from '@weft/designers/workflow/debug/debugger.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { ShownExample } from '@weft/kit/ui/shown-code.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import s from './debug.module.css'
import { debugTexts } from './texts.ts'

const views = ['fields', 'table', 'json'] as const
type View = (typeof views)[number]

type Props = {
  records: readonly Sample[]
  /** The same as they were one step earlier. */
  before?: readonly Sample[] | undefined
  /** The one that is looked at first. */
  first?: number
  /** What the first one is called. */
  number?: number
}

/** The records that go together at a place: one by its fields and what has changed, all as a table, or one as JSON. */
export function RecordView({ records, before, first = 0, number = 1 }: Props) {
  const t = useTexts(debugTexts)
  const [view, setView] = useState<View>('fields')
  const [chosen, choose] = useState(first)
  const at = Math.min(chosen, records.length - 1)
  const record = records[at]!
  return (
    <section className={s['record']} aria-label={t.record({ number: at + number })}>
      <div className={s['recordHead']}>
        <h3 aria-live="polite">
          {t.record({ number: at + number })}
          {records.length > 1 && <small>{t.ofThese({ count: records.length })}</small>}
        </h3>
        {records.length > 1 && (
          <span className={s['pager']}>
            <ActionIcon aria-label={t.previousOfThese()} disabled={at === 0} onClick={() => choose(at - 1)}>
              <IconChevronLeft size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={t.nextOfThese()}
              disabled={at === records.length - 1}
              onClick={() => choose(at + 1)}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </span>
        )}
        <SegmentedControl
          size="xs"
          className={s['views']}
          aria-label={t.view()}
          value={view}
          onChange={(value) => setView(value as View)}
          data={views.map((value) => ({ value, label: t[value]() }))}
        />
      </div>
      {view === 'fields' && <Fields record={record} before={before?.[at]} />}
      {view === 'table' && (
        <ResultTable
          label={t.table()}
          columns={fieldsOf(records).flatMap(({ name }) => (name.includes('.') ? [] : name))}
          rows={records}
        />
      )}
      {view === 'json' && <ShownExample>{JSON.stringify(record, null, 2)}</ShownExample>}
    </section>
  )
}

function Fields({ record, before }: { record: Sample; before: Sample | undefined }) {
  const t = useTexts(debugTexts)
  return (
    <table className={s['values']}>
      <thead>
        <tr>
          <th scope="col">{t.field()}</th>
          <th scope="col">{t.value()}</th>
        </tr>
      </thead>
      <tbody>
        {changesOf(record, before).map(({ name, value, change, before: old }) => (
          <tr key={name} data-change={change}>
            <th scope="row">{name}</th>
            <td>
              {change === 'changed' && (
                <>
                  <del>{plain(old)}</del>{' '}
                </>
              )}
              <span>{plain(value)}</span>
              {change && (
                <em>
                  <Badge tone={change === 'added' ? 'green' : 'amber'}>{t[change]()}</Badge>
                </em>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const plain = (value: unknown) =>
  value === null || value === undefined || value === ''
    ? '–'
    : (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)).slice(0, 2_000)
