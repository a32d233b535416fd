import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconAlertTriangle, IconDots, IconDownload, IconFilterOff, IconMaximize, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { TileFrame, TileSkeleton } from '@weft/designers/dashboard/tile-frame.tsx'
import { AnswerTable } from '@weft/designers/insight/answer-table.tsx'
import { InsightAnswerView } from '@weft/designers/insight/insight-answer.tsx'
import type { DashboardFilter, DashboardTile } from '@weft/kit/define/dashboard.ts'
import { insightDefinition } from '@weft/kit/define/insight.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { DialogFrame } from '@weft/kit/ui/dialog-frame.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useMemo, useState } from 'react'
import type { Behind, TileAnswer } from './api.ts'
import { nameOf } from './filter-bar.tsx'
import { csvOf, saveText, tableOf } from './tile-table.ts'
import s from './dashboards.module.css'

const texts = defineMessages({
  menu: { en: 'More for {name}', de: 'Mehr zu {name}' },
  enlarge: { en: 'Enlarge', de: 'Vergrößern' },
  table: { en: 'Show as table', de: 'Als Tabelle anzeigen' },
  drawn: { en: 'Show as before', de: 'Wie zuvor anzeigen' },
  csv: { en: 'Export as CSV', de: 'Als CSV exportieren' },
  records: { en: 'Records behind it', de: 'Datensätze dahinter' },
  open: { en: 'Open insight', de: 'Auswertung öffnen' },
  unfiltered: { en: 'Not filtered by {names}', de: 'Nicht nach {names} gefiltert' },
  failed: { en: 'This could not be shown', de: 'Das konnte nicht gezeigt werden' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
  nothing: { en: 'Nothing matches the filters', de: 'Nichts passt zu den Filtern' },
  nothingText: { en: 'Other tiles may still have something.', de: 'Andere Kacheln können noch etwas zeigen.' },
  clear: { en: 'Clear filters', de: 'Filter leeren' },
  close: { en: 'Close', de: 'Schließen' },
  tile: { en: 'Insight', de: 'Auswertung' },
})

type Props = {
  tile: DashboardTile
  filters: DashboardFilter[]
  shown: TileAnswer | undefined
  problem: Error | null
  onAgain: () => Promise<unknown>
  onClear?: () => void
  onBehind: (behind: Behind) => void
}

/** A tile of an insight in each of its states. */
export function DashboardTileView({ tile, filters, shown, problem, onAgain, onClear, onBehind }: Props) {
  const t = useTexts(texts)
  const [isLarge, setLarge] = useState(false)
  const [asTable, setAsTable] = useState(false)
  const [busy, setBusy] = useState(false)
  const insight = useMemo(
    () => shown?.insight && { ...shown.insight, definition: insightDefinition.parse(shown.insight.definition) },
    [shown?.insight],
  )
  const title = insight?.label ?? t.tile()
  const unfiltered = filters.filter(({ name }) => shown?.unfiltered.includes(name)).map(nameOf)
  const message = shown?.error ?? (shown ? undefined : problem?.message)
  const again = () => {
    setBusy(true)
    void onAgain().finally(() => setBusy(false))
  }
  const body = () => {
    if (message !== undefined)
      return (
        <EmptyState
          small
          icon={IconAlertTriangle}
          title={t.failed()}
          text={message}
          action={
            <Button size="xs" variant="default" loading={busy} onClick={again}>
              {t.again()}
            </Button>
          }
        />
      )
    if (!insight || !shown?.answer) return <TileSkeleton kind={insight?.chart_type} />
    const answer = shown.answer
    if (asTable) return <AnswerTable label={title} table={tableOf(insight, answer)} />
    return (
      <InsightAnswerView
        label={title}
        insight={insight}
        answer={answer}
        onPick={(picked) => onBehind({ insight_id: insight.id, label: title, picked, tile })}
        {...(onClear && {
          empty: (
            <EmptyState
              small
              icon={IconFilterOff}
              title={t.nothing()}
              text={t.nothingText()}
              action={
                <Button size="xs" variant="default" onClick={onClear}>
                  {t.clear()}
                </Button>
              }
            />
          ),
        })}
      />
    )
  }
  return (
    <TileFrame
      tile={tile}
      title={title}
      note={unfiltered.length > 0 ? t.unfiltered({ names: unfiltered.join(', ') }) : undefined}
      actions={
        insight &&
        shown?.answer && (
          <TileMenu
            title={title}
            asTable={asTable}
            onTable={() => setAsTable(!asTable)}
            onLarge={() => setLarge(true)}
            onCsv={() => saveText(`${title}.csv`, csvOf(tableOf(insight, shown.answer!)))}
            onRecords={() => onBehind({ insight_id: insight.id, label: title, picked: { graph: 0 }, tile })}
            insight_id={insight.id}
          />
        )
      }
    >
      {body()}
      {isLarge && (
        <DialogFrame title={title} size="90%" onClose={() => setLarge(false)} actions={null} cancel={t.close()}>
          <div className={s['large']}>{body()}</div>
        </DialogFrame>
      )}
    </TileFrame>
  )
}

function TileMenu({
  title,
  asTable,
  onTable,
  onLarge,
  onCsv,
  onRecords,
  insight_id,
}: {
  title: string
  asTable: boolean
  onTable: () => void
  onLarge: () => void
  onCsv: () => void
  onRecords: () => void
  insight_id: string
}) {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t.menu({ name: title })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconMaximize size={15} />} onClick={onLarge}>
          {t.enlarge()}
        </Menu.Item>
        <Menu.Item leftSection={<IconTable size={15} />} onClick={onTable}>
          {asTable ? t.drawn() : t.table()}
        </Menu.Item>
        {may('insights.export') && (
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={onCsv}>
            {t.csv()}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={onRecords}>{t.records()}</Menu.Item>
        <Menu.Item component={Link} to={`/project/insights/${insight_id}`}>
          {t.open()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
