import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { ShownExample } from '@weft/kit/ui/shown-code.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState, type ReactNode } from 'react'
import s from './data-pane.module.css'
import { fieldsOf } from './fields.ts'
import type { Sample } from './samples.ts'
import { dataTexts, typeTexts } from './texts.ts'

type View = 'table' | 'json' | 'schema'
type Props = {
  label: string
  head: ReactNode
  records: readonly Sample[]
  /** Of all that went this way, where more did than are kept. */
  count: number | undefined
  empty: string
}

/** Records as a table, one as JSON, or the fields they have. */
export function RecordsView({ label, head, records, count, empty }: Props) {
  const t = useTexts(dataTexts)
  const formats = useFormats()
  const [view, setView] = useState<View>('table')
  const fields = fieldsOf(records)
  const isPart = count !== undefined && count > records.length
  return (
    <section className={s['part']} aria-label={label}>
      <div className={s['partHead']}>
        {head}
        <SegmentedControl
          size="xs"
          className={s['views']}
          aria-label={`${label}: ${t.view()}`}
          value={view}
          onChange={(value) => setView(value as View)}
          data={[
            { value: 'table', label: t.table() },
            { value: 'json', label: t.json() },
            { value: 'schema', label: t.schema() },
          ]}
        />
      </div>
      {records.length === 0 ? (
        <p className={s['none']}>{empty}</p>
      ) : view === 'table' ? (
        <div className={s['grid']}>
          <ResultTable
            label={label}
            columns={fields.flatMap(({ name }) => (name.includes('.') ? [] : name))}
            rows={records}
          />
        </div>
      ) : view === 'json' ? (
        <OneRecord records={records} />
      ) : (
        <Schema label={label} fields={fields} count={records.length} />
      )}
      {records.length > 0 && (
        <p className={s['foot']}>
          {isPart && t.first({ shown: formats.number(records.length), count: formats.number(count) })}
          <span>{t.fieldCount({ count: fields.length })}</span>
        </p>
      )}
    </section>
  )
}

function OneRecord({ records }: { records: readonly Sample[] }) {
  const t = useTexts(dataTexts)
  const [chosen, choose] = useState(0)
  const at = Math.min(chosen, records.length - 1)
  return (
    <div className={s['grid']}>
      <div className={s['pager']}>
        <ActionIcon aria-label={t.older()} disabled={at === 0} onClick={() => choose(at - 1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <span aria-live="polite">{t.place({ number: at + 1, count: records.length })}</span>
        <ActionIcon aria-label={t.newer()} disabled={at === records.length - 1} onClick={() => choose(at + 1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </div>
      <ShownExample>{JSON.stringify(records[at], null, 2)}</ShownExample>
    </div>
  )
}

function Schema({ label, fields, count }: { label: string; fields: ReturnType<typeof fieldsOf>; count: number }) {
  const t = useTexts(dataTexts)
  const types = useTexts(typeTexts)
  const formats = useFormats()
  const rows = fields.map(({ name, types: seen, filled }) => ({
    [t.field()]: name,
    [t.type()]: seen.map((type) => types[type]()).join(', '),
    [t.filled()]: formats.percent(filled / count),
  }))
  return (
    <div className={s['grid']}>
      <ResultTable label={label} columns={[t.field(), t.type(), t.filled()]} rows={rows} />
    </div>
  )
}
