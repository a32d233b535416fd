import { ActionIcon, Button } from '@mantine/core'
import { IconChartAreaLine, IconPencil, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { InsightCard } from '@weft/designers/insight/insight-card.tsx'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { insightsHome, useInsightData, useInsights, type Insight } from './api.ts'
import s from './insights.module.css'

const texts = defineMessages({
  title: { en: 'Insights', de: 'Auswertungen' },
  add: { en: 'Add chart', de: 'Diagramm hinzufügen' },
  edit: { en: 'Edit {name}', de: '{name} bearbeiten' },
  none: { en: 'No insights yet', de: 'Noch keine Auswertungen' },
  noneText: {
    en: 'A chart shows the answer of a data set: sums per country, orders per month, whatever you ask for.',
    de: 'Ein Diagramm zeigt die Antwort eines Datensets: Summen je Land, Bestellungen je Monat, was immer Sie wissen möchten.',
  },
})

/** Every insight of the project as a board of charts. */
export function InsightsScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const { data: insights } = useInsights()
  const add = may('insights.create') && (
    <Button component={Link} to={`${insightsHome}/create`} leftSection={<IconPlus size={15} />}>
      {t.add()}
    </Button>
  )
  return (
    <Page title={t.title()} actions={add} bleed fill>
      {insights?.length === 0 ? (
        <EmptyState icon={IconChartAreaLine} title={t.none()} text={t.noneText()} action={add} />
      ) : (
        <div className={s['board']} role="region" aria-label={t.title()} tabIndex={0}>
          {insights?.map((insight, i) => (
            <Tile key={insight.id} insight={insight} wide={i % 4 === 0 || i % 4 === 3} />
          ))}
        </div>
      )}
    </Page>
  )
}

function Tile({ insight, wide }: { insight: Insight; wide: boolean }) {
  const t = useTexts(texts)
  const may = useMay()
  const { data, error } = useInsightData(insight.id)
  return (
    <div className={s['tile']} data-wide={wide || undefined}>
      <InsightCard
        label={insight.label}
        insight={insight}
        answer={data}
        error={error}
        actions={
          <ActionIcon
            component={Link}
            to={may('insights.update') ? `${insightsHome}/edit/${insight.id}` : `${insightsHome}/${insight.id}`}
            aria-label={t.edit({ name: insight.label })}
          >
            <IconPencil size={15} stroke={1.7} />
          </ActionIcon>
        }
      />
    </div>
  )
}
