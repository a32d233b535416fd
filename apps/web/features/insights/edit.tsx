import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChartAreaLine, IconStack2 } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { InsightCard } from '@weft/designers/insight/insight-card.tsx'
import type { InsightDraft } from '@weft/designers/insight/insight-draft.ts'
import { InsightEditor } from '@weft/designers/insight/insight-editor.tsx'
import { insightDefinition, isWritten } from '@weft/kit/define/insight.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useState } from 'react'
import { insightsHome, useColumns, useSources, useDraftData, useInsight, type Source } from './api.ts'
import s from './insights.module.css'

const texts = defineMessages({
  many: { en: 'Insights', de: 'Auswertungen' },
  create: { en: 'Create insight', de: 'Auswertung anlegen' },
  unnamed: { en: 'New chart', de: 'Neues Diagramm' },
  choose: { en: 'Choose a data set and its fields', de: 'Wählen Sie ein Datenset und seine Felder' },
  chooseText: {
    en: 'The chart appears here at once and follows every change.',
    de: 'Das Diagramm erscheint hier sofort und folgt jeder Änderung.',
  },
  noDataSets: { en: 'No data sets yet', de: 'Noch keine Datensets' },
  noDataSetsText: {
    en: 'A chart shows the answer of a data set. Create one first.',
    de: 'Ein Diagramm zeigt die Antwort eines Datensets. Legen Sie zuerst eines an.',
  },
  createDataSet: { en: 'Create data set', de: 'Datenset anlegen' },
  gone: { en: 'This insight could not be loaded', de: 'Diese Auswertung konnte nicht geladen werden' },
})

export function EditInsightScreen() {
  const t = useTexts(texts)
  const id = useOptionalPathParam('id')
  const { data: insight, error } = useInsight(id)
  const { data: dataSets } = useSources()
  if (error) return <EmptyState icon={IconChartAreaLine} title={t.gone()} text={error.message} />
  if (!dataSets || (id && !insight)) return <Page title={t.create()} />
  const saved = insight && {
    label: insight.label,
    chart_type: insight.chart_type,
    theme: insight.theme,
    definition: insightDefinition.parse(insight.definition),
  }
  return <Editor key={insight?.updated_at ?? 'new'} id={id} saved={saved} dataSets={dataSets} />
}

const blank = (dataSet: Source | undefined): InsightDraft => {
  const fields = dataSet?.definition.fields ?? []
  const y = fields.find((field) => field.function)?.name ?? ''
  const x = fields.find((field) => field.name !== y)?.name ?? ''
  const graph = {
    data_set_id: dataSet?.id ?? '',
    x_field: x,
    y_field: y,
    name: '',
    type: 'column' as const,
    axis: 'left' as const,
    total: 'sum' as const,
    columns: [],
    parameters: {},
  }
  const axis = { title: '', unit: '' }
  return {
    label: '',
    chart_type: 'column',
    theme: 'default',
    definition: {
      graphs: [graph],
      x_axis: axis,
      y_axis: axis,
      right_axis: axis,
      stacking: 'none',
      start_angle: 90,
      end_angle: -270,
      legend: true,
      values: false,
      smooth: true,
      better: 'more',
    },
  }
}

function Editor({
  id,
  saved,
  dataSets,
}: {
  id: string | undefined
  saved: InsightDraft | undefined
  dataSets: Source[]
}) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [initial] = useState(() => saved ?? blank(dataSets[0]))
  const [draft, setDraft] = useState(initial)
  const { busy, errors, send } = useSubmit(notifyRest)
  const [settled] = useDebouncedValue(draft, 350)
  const points = useDraftData(settled)
  const columnsOf = useColumns(
    draft.definition.graphs.map(({ data_set_id }) => data_set_id),
    dataSets,
  )
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useUnsavedGuard(dirty && !busy)
  const title = draft.label || (id ? '' : t.create())
  const matches =
    points.data && (isWritten(draft.chart_type) || points.data.graphs.length === draft.definition.graphs.length)

  const save = () =>
    send(async () => {
      const { data } = id
        ? await api.put(`/insights/${id}`, draft, { quiet: true })
        : await api.post('/insights', draft, { quiet: true })
      toastSaved(draft.label)
      await refresh('/insights')
      await navigate({ to: `${insightsHome}/${data.id}`, ignoreBlocker: true })
    })

  if (dataSets.length === 0)
    return (
      <Page title={t.create()} crumbs={[{ title: t.many(), to: insightsHome }, { title: t.create() }]}>
        <EmptyState
          icon={IconStack2}
          title={t.noDataSets()}
          text={t.noDataSetsText()}
          action={
            <Button component={Link} to="/project/data-sets/editor">
              {t.createDataSet()}
            </Button>
          }
        />
      </Page>
    )
  return (
    <Page title={title} crumbs={[{ title: t.many(), to: insightsHome }, { title }]} bleed fill>
      <div className={s['editor']}>
        <div className={s['single']}>
          {points.data || points.error ? (
            <InsightCard
              label={draft.label || t.unnamed()}
              insight={draft}
              answer={matches ? points.data : undefined}
              error={points.error}
              selected
            />
          ) : (
            <EmptyState icon={IconChartAreaLine} title={t.choose()} text={t.chooseText()} />
          )}
        </div>
        <InsightEditor
          draft={draft}
          onChange={setDraft}
          dataSets={dataSets}
          columnsOf={columnsOf}
          errors={errors}
          onSave={() => void save()}
          onDiscard={() => void navigate({ to: id ? `${insightsHome}/${id}` : insightsHome })}
          dirty={dirty}
          busy={busy}
        />
      </div>
    </Page>
  )
}
