import { Button } from '@mantine/core'
import { IconChartAreaLine, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { InsightCard } from '@weft/designers/insight/insight-card.tsx'
import { insight as resource } from '@weft/catalogue/resources/insight/insight.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { labelOf } from '@weft/kit/ui/form/describe.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toastDeleted } from '@weft/kit/ui/toast.tsx'
import { HistoryButton } from '../shared/definition-history.tsx'
import { insightsHome, useInsight, useInsightData } from './api.ts'
import s from './insights.module.css'

const texts = defineMessages({
  many: { en: 'Insights', de: 'Auswertungen' },
  one: { en: 'Insight', de: 'Auswertung' },
  edit: { en: 'Edit', de: 'Bearbeiten' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: { en: 'This cannot be taken back.', de: 'Das lässt sich nicht rückgängig machen.' },
  gone: { en: 'This insight could not be loaded', de: 'Diese Auswertung konnte nicht geladen werden' },
})

/** One insight with all the room there is. */
export function InsightScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const may = useMay()
  const navigate = useNavigate()
  const id = useOptionalPathParam('id') ?? ''
  const { data: insight, error } = useInsight(id)
  const points = useInsightData(id)
  if (error) return <EmptyState icon={IconChartAreaLine} title={t.gone()} text={error.message} />
  const remove = async () => {
    if (
      !insight ||
      !(await confirm({ title: t.sure({ name: insight.label }), text: t.sureText(), action: t.remove(), danger: true }))
    )
      return
    await api.delete(`/insights/${id}`)
    toastDeleted(insight.label)
    await navigate({ to: insightsHome })
    await refresh('/insights')
  }
  return (
    <Page
      title={insight?.label ?? t.one()}
      crumbs={[{ title: t.many(), to: insightsHome }, { title: insight?.label ?? t.one() }]}
      badge={
        insight && (
          <Badge>
            {read(
              labelOf('chart_type', resource.fields.chart_type, resource.labels.fields.chart_type).options[
                insight.chart_type
              ] ?? insight.chart_type,
            )}
          </Badge>
        )
      }
      bleed
      fill
      actions={
        <>
          {insight && <HistoryButton id={id} name={insight.label} mayName={may('insights.update')} />}
          {may('insights.delete') && (
            <Button variant="danger" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
              {t.remove()}
            </Button>
          )}
          {may('insights.update') && (
            <Button component={Link} to={`${insightsHome}/edit/${id}`} leftSection={<IconPencil size={15} />}>
              {t.edit()}
            </Button>
          )}
        </>
      }
    >
      <div className={s['single']}>
        {insight && <InsightCard label={insight.label} insight={insight} answer={points.data} error={points.error} />}
      </div>
    </Page>
  )
}
