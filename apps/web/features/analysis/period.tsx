import { SegmentedControl } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useNavigate } from '@tanstack/react-router'

const texts = defineMessages({
  period: { en: 'Period', de: 'Zeitraum' },
  '24h': { en: '24 hours', de: '24 Stunden' },
  week: { en: 'Last week', de: 'Letzte Woche' },
  month: { en: 'Last month', de: 'Letzter Monat' },
})

const periods = ['24h', 'week', 'month'] as const
export type Period = (typeof periods)[number]
export const hoursOf: Record<Period, number> = { '24h': 24, week: 168, month: 720 }

/** The period in the address, so that a link shows the same. */
export function usePeriod(): [Period, (period: Period) => void] {
  const navigate = useNavigate()
  const period = useSearchParam('period')
  return [
    periods.find((one) => one === period) ?? '24h',
    (next) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, period: next === '24h' ? undefined : next, page: undefined }),
        replace: true,
      } as never),
  ]
}

export function PeriodSwitch({ value, onChange }: { value: Period; onChange: (period: Period) => void }) {
  const t = useTexts(texts)
  return (
    <SegmentedControl
      aria-label={t.period()}
      value={value}
      onChange={(next) => onChange(next)}
      data={periods.map((one) => ({ value: one, label: t[one]() }))}
    />
  )
}
