import { Button, Checkbox, NumberInput, Popover, ScrollArea, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconFilter, IconX } from '@tabler/icons-react'
import {
  chosenOf,
  joinChoices,
  rangeOf,
  splitChoices,
  type DashboardDefinition,
  type DashboardFilter,
  type FilterValues,
} from '@weft/kit/define/dashboard.ts'
import { isNamedPeriod, namedPeriods, periodOf } from '@weft/kit/define/period.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { today } from '@weft/kit/ui/calendar-day.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState, type ReactNode } from 'react'
import { useChoices } from './api.ts'
import s from './filter-bar.module.css'

const texts = defineMessages({
  filters: { en: 'Filters', de: 'Filter' },
  '7d': { en: '7 days', de: '7 Tage' },
  '4w': { en: '4 weeks', de: '4 Wochen' },
  '12w': { en: '12 weeks', de: '12 Wochen' },
  '1y': { en: 'Year', de: 'Jahr' },
  all: { en: 'all', de: 'alle' },
  everything: { en: 'All', de: 'Alles' },
  own: { en: 'Own period', de: 'Eigener Zeitraum' },
  from: { en: 'From', de: 'Von' },
  to: { en: 'To', de: 'Bis' },
  apply: { en: 'Apply', de: 'Anwenden' },
  search: { en: 'Search values', de: 'Werte suchen' },
  none: { en: 'No values', de: 'Keine Werte' },
  more: { en: 'There are more: search for them.', de: 'Es gibt weitere: Suchen Sie danach.' },
  clear: { en: 'Clear {name}', de: '{name} leeren' },
  contains: { en: 'Contains', de: 'Enthält' },
  above: { en: 'from {from}', de: 'ab {from}' },
  below: { en: 'up to {to}', de: 'bis {to}' },
})

type Props = {
  definition: DashboardDefinition
  values: FilterValues
  onChoose: (filter: DashboardFilter, value: string) => void
  children?: ReactNode
}

/** One set of filters for all tiles. */
export function FilterBar({ definition, values, onChoose, children }: Props) {
  const t = useTexts(texts)
  return (
    <div className={s['bar']} role="group" aria-label={t.filters()}>
      {definition.filters.map((filter) => {
        const props = { filter, value: chosenOf(filter, values), onChoose: (value: string) => onChoose(filter, value) }
        switch (filter.kind) {
          case 'period':
            return <PeriodFilter key={filter.name} {...props} />
          case 'choice':
            return <ChoiceFilter key={filter.name} {...props} definition={definition} />
          case 'range':
            return <RangeFilter key={filter.name} {...props} />
          case 'text':
            return <TextFilter key={filter.name} {...props} />
        }
      })}
      <span className={s['end']}>{children}</span>
    </div>
  )
}

type FilterProps = { filter: DashboardFilter; value: string; onChoose: (value: string) => void }
export const nameOf = ({ label, field }: Pick<DashboardFilter, 'label' | 'field'>) => label || field

function PeriodFilter({ filter, value, onChoose }: FilterProps) {
  const t = useTexts(texts)
  const { date } = useFormats()
  const days = value !== '' && !isNamedPeriod(value) ? periodOf(value, today()) : undefined
  return (
    <>
      <SegmentedControl
        aria-label={nameOf(filter)}
        value={days ? 'own' : value}
        onChange={(chosen) => chosen !== 'own' && onChoose(chosen)}
        data={[
          ...namedPeriods.map((period) => ({ value: period, label: t[period]() })),
          { value: '', label: t.everything() },
        ]}
      />
      <Chip
        name={t.own()}
        value={days && `${date(days.from)} – ${date(days.to)}`}
        onClear={() => onChoose('')}
        body={(close) => (
          <OwnPeriod
            days={periodOf(value, today())}
            onChoose={(chosen) => {
              onChoose(chosen)
              close()
            }}
          />
        )}
      />
    </>
  )
}

function OwnPeriod({ days, onChoose }: { days: ReturnType<typeof periodOf>; onChoose: (value: string) => void }) {
  const t = useTexts(texts)
  const [from, setFrom] = useState(days?.from ?? '')
  const [to, setTo] = useState(days?.to ?? '')
  const chosen = `${from}..${to}`
  return (
    <form
      className={s['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(chosen)
      }}
    >
      <TextInput type="date" label={t.from()} value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
      <TextInput type="date" label={t.to()} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      <Button type="submit" size="xs" disabled={!periodOf(chosen, today())}>
        {t.apply()}
      </Button>
    </form>
  )
}

function ChoiceFilter({ filter, value, onChoose, definition }: FilterProps & { definition: DashboardDefinition }) {
  const chosen = splitChoices(value)
  const shown = chosen.length > 3 ? `${chosen.slice(0, 3).join(', ')} +${chosen.length - 3}` : chosen.join(', ')
  return (
    <Chip
      name={nameOf(filter)}
      value={shown || undefined}
      onClear={() => onChoose('')}
      body={() => (
        <Choices
          filter={filter}
          definition={definition}
          chosen={chosen}
          onChoose={(next) => onChoose(joinChoices(next))}
        />
      )}
    />
  )
}

function Choices({
  filter,
  definition,
  chosen,
  onChoose,
}: {
  filter: DashboardFilter
  definition: DashboardDefinition
  chosen: string[]
  onChoose: (chosen: string[]) => void
}) {
  const t = useTexts(texts)
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search, 250)
  const { data } = useChoices(definition, filter, settled)
  const offered = [...new Set([...(search ? [] : chosen), ...(data?.choices ?? [])])]
  return (
    <div className={s['form']}>
      <TextInput
        aria-label={t.search()}
        placeholder={t.search()}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={260} type="auto">
        {data && offered.length === 0 && <p className="muted">{t.none()}</p>}
        {offered.map((one) => (
          <Checkbox
            key={one}
            size="xs"
            my={6}
            label={one}
            checked={chosen.includes(one)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(checked ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          />
        ))}
      </ScrollArea.Autosize>
      {data?.more && <p className="muted">{t.more()}</p>}
    </div>
  )
}

function RangeFilter({ filter, value, onChoose }: FilterProps) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const { from, to } = rangeOf(value) ?? {}
  const shown =
    from !== undefined && to !== undefined
      ? `${number(from)} – ${number(to)}`
      : from !== undefined
        ? t.above({ from: number(from) })
        : to !== undefined
          ? t.below({ to: number(to) })
          : undefined
  return (
    <Chip
      name={nameOf(filter)}
      value={shown}
      onClear={() => onChoose('')}
      body={(close) => (
        <Range
          from={from ?? ''}
          to={to ?? ''}
          onChoose={(chosen) => {
            onChoose(chosen)
            close()
          }}
        />
      )}
    />
  )
}

function Range({ onChoose, ...given }: { from: string; to: string; onChoose: (value: string) => void }) {
  const t = useTexts(texts)
  const [from, setFrom] = useState(given.from)
  const [to, setTo] = useState(given.to)
  return (
    <form
      className={s['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(from === '' && to === '' ? '' : `${from}..${to}`)
      }}
    >
      <NumberInput label={t.from()} value={from} onChange={(value) => setFrom(String(value))} />
      <NumberInput label={t.to()} value={to} onChange={(value) => setTo(String(value))} />
      <Button type="submit" size="xs">
        {t.apply()}
      </Button>
    </form>
  )
}

function TextFilter({ filter, value, onChoose }: FilterProps) {
  const t = useTexts(texts)
  return (
    <Chip
      name={nameOf(filter)}
      value={value ? `“${value}”` : undefined}
      onClear={() => onChoose('')}
      body={(close) => (
        <form
          className={s['form']}
          onSubmit={(event) => {
            event.preventDefault()
            onChoose(String(new FormData(event.currentTarget).get('text') ?? '').trim())
            close()
          }}
        >
          <TextInput name="text" label={t.contains()} defaultValue={value} maxLength={200} />
          <Button type="submit" size="xs">
            {t.apply()}
          </Button>
        </form>
      )}
    />
  )
}

/** A filter as a small button that says what is chosen, and opens what can be. */
function Chip({
  name,
  value,
  onClear,
  body,
}: {
  name: string
  value: string | undefined
  onClear: () => void
  body: (close: () => void) => ReactNode
}) {
  const t = useTexts(texts)
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal>
      <span className={s['chip']} data-set={value === undefined ? undefined : true}>
        <Popover.Target>
          <button type="button" onClick={() => setOpened(!opened)}>
            {value === undefined && <IconFilter size={14} aria-hidden />}
            {name} <b>{value ?? t.all()}</b>
            {value === undefined && <IconChevronDown size={13} aria-hidden />}
          </button>
        </Popover.Target>
        {value !== undefined && (
          <button type="button" aria-label={t.clear({ name })} onClick={onClear}>
            <IconX size={13} aria-hidden />
          </button>
        )}
      </span>
      <Popover.Dropdown aria-label={name}>{opened && body(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  )
}
