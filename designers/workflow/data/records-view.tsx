import { ActionIcon, SegmentedControl, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { ShownExample } from '@weft/kit/ui/shown-code.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isTyping } from '../canvas/canvas.tsx'
import s from './data-pane.module.css'
import { fieldsOf } from './fields.ts'
import { fitting, type Sample } from './samples.ts'
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

const viewKeys: Record<string, View> = { 1: 'table', 2: 'json', 3: 'schema' }

/** Records as a table, one as JSON, or the fields they have; / searches in them, 1 to 3 choose how they are shown. */
export function RecordsView({ label, head, records, count, empty }: Props) {
  const t = useTexts(dataTexts)
  const formats = useFormats()
  const [view, setView] = useState<View>('table')
  const [query, search] = useState<string>()
  const part = useRef<HTMLElement>(null)
  const fields = fieldsOf(records)
  const found = query ? fitting(records, query) : records
  const closeSearch = () => {
    search(undefined)
    part.current?.querySelector<HTMLElement>('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '/') search(query ?? '')
    else if (viewKeys[event.key]) setView(viewKeys[event.key]!)
    else return
    event.preventDefault()
  }
  const isPart = count !== undefined && count > records.length
  return (
    <section className={s['part']} aria-label={label} ref={part} onKeyDown={onKeyDown}>
      <div className={s['partHead']}>
        {head}
        <ActionIcon
          className={s['views']}
          aria-label={`${label}: ${t.search()}`}
          title={`${t.search()} (/)`}
          aria-expanded={query !== undefined}
          onClick={() => search(query === undefined ? '' : undefined)}
        >
          <IconSearch size={15} />
        </ActionIcon>
        <SegmentedControl
          size="xs"
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
      {query !== undefined && (
        <TextInput
          className={s['search']}
          size="xs"
          autoFocus
          aria-label={`${label}: ${t.search()}`}
          placeholder={t.searchHelp()}
          value={query}
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && closeSearch()}
        />
      )}
      {found.length === 0 ? (
        <p className={s['none']} role="status">
          {records.length === 0 ? empty : t.noneFit({ query: query! })}
        </p>
      ) : view === 'table' ? (
        <div className={s['grid']}>
          <ResultTable
            label={label}
            columns={fields.flatMap(({ name }) => (name.includes('.') ? [] : name))}
            rows={found}
          />
        </div>
      ) : view === 'json' ? (
        <OneRecord records={found} />
      ) : (
        <Schema label={label} fields={fieldsOf(found)} count={found.length} />
      )}
      {records.length > 0 && (
        <p className={s['foot']}>
          {query && t.fit({ found: formats.number(found.length), count: formats.number(records.length) })}{' '}
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
