import { Button, Select, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconChartAreaLine, IconLayoutDashboard, IconLetterT } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { BoardGround } from '@weft/designers/dashboard/board.tsx'
import { EditableGrid, type Arriving } from '@weft/designers/dashboard/editable-grid.tsx'
import { freePlace, withTileAt } from '@weft/designers/dashboard/grid.ts'
import { TileSkeleton, TileText } from '@weft/designers/dashboard/tile-frame.tsx'
import { InsightAnswerView } from '@weft/designers/insight/insight-answer.tsx'
import {
  dashboardDefinition,
  refreshMinutes,
  type DashboardDefinition,
  type DashboardTile,
} from '@weft/kit/define/dashboard.ts'
import { insightDefinition, type ChartType } from '@weft/kit/define/insight.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useEffect, useState } from 'react'
import { insightsHome, useInsights, type Insight } from '../insights/api.ts'
import { dashboardsHome, useDashboard, useDashboardData } from './api.ts'
import { FilterBar } from './filter-bar.tsx'
import { FilterFields } from './filter-fields.tsx'
import { useFilterValues } from './filter-values.ts'
import { TileFields } from './tile-fields.tsx'
import { useUndo } from './use-undo.ts'
import s from './dashboards.module.css'

const texts = defineMessages({
  many: { en: 'Dashboards', de: 'Übersichten' },
  create: { en: 'Create dashboard', de: 'Übersicht anlegen' },
  gone: { en: 'This dashboard could not be loaded', de: 'Diese Übersicht konnte nicht geladen werden' },
  label: { en: 'Label', de: 'Bezeichnung' },
  editing: { en: 'Editing · not saved', de: 'In Bearbeitung · nicht gespeichert' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  save: { en: 'Save dashboard', de: 'Übersicht speichern' },
  undo: { en: 'Undo', de: 'Rückgängig' },
  all: { en: 'Filters act on all tiles', de: 'Filter wirken auf alle Kacheln' },
  add: { en: 'Add', de: 'Hinzufügen' },
  drag: { en: 'drag onto the grid', de: 'ins Raster ziehen' },
  text: { en: 'Text', de: 'Text' },
  newText: { en: 'A few words', de: 'Ein paar Worte' },
  noInsights: {
    en: 'There are no insights yet: create one first.',
    de: 'Es gibt noch keine Auswertungen: Legen Sie zuerst eine an.',
  },
  newInsight: { en: 'Create insight', de: 'Auswertung anlegen' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  refresh: { en: 'Refresh', de: 'Aktualisieren' },
  byHand: { en: 'by hand', de: 'von Hand' },
  every: { en: 'every {minutes} min', de: 'alle {minutes} Min.' },
  gone2: { en: 'This insight no longer exists.', de: 'Diese Auswertung gibt es nicht mehr.' },
})

type Draft = { label: string; definition: DashboardDefinition }

export function EditDashboardScreen() {
  const t = useTexts(texts)
  const id = useOptionalPathParam('id')
  const { data: dashboard, error } = useDashboard(id)
  if (error) return <EmptyState icon={IconLayoutDashboard} title={t.gone()} text={error.message} />
  if (id && !dashboard) return <Page title={t.create()} />
  const saved = {
    label: dashboard?.label ?? '',
    definition: dashboardDefinition.parse(dashboard?.definition ?? {}),
  }
  return <Editor key={dashboard?.updated_at ?? 'new'} id={id} saved={saved} />
}

function Editor({ id, saved }: { id: string | undefined; saved: Draft }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { value: draft, set, undo, canUndo } = useUndo(saved)
  const [chosen, setChosen] = useState<string>()
  const [arriving, setArriving] = useState<Arriving>()
  const { data: insights } = useInsights()
  const { busy, errors, send } = useSubmit(notifyRest)
  const { values, choose } = useFilterValues(draft.definition.filters)
  const data = useDashboardData(draft.definition, values)
  const dirty = JSON.stringify(draft) !== JSON.stringify(saved)
  useUnsavedGuard(dirty && !busy)
  useUndoKey(undo)
  useArrival(arriving !== undefined, () => setArriving(undefined))

  const define = (change: Partial<DashboardDefinition>) =>
    set({ ...draft, definition: { ...draft.definition, ...change } })
  const { tiles } = draft.definition
  const title = draft.label || t.create()
  const insightOf = (tile: DashboardTile) => insights?.find((one) => one.id === tile.insight_id)
  const titleOf = (tile: DashboardTile) => (tile.insight_id === undefined ? t.text() : (insightOf(tile)?.label ?? '–'))
  const tile = tiles.find((one) => one.id === chosen)

  const add = ({ tile, w, h }: Arriving) => {
    define({ tiles: withTileAt(tiles, { ...tile, ...freePlace(tiles, { w, h }) }) })
    setChosen(tile.id)
  }
  const save = () =>
    send(async () => {
      const { data } = id
        ? await api.put(`/dashboards/${id}`, draft, { quiet: true })
        : await api.post('/dashboards', draft, { quiet: true })
      toastSaved(draft.label)
      await refresh('/dashboards')
      await navigate({ to: `${dashboardsHome}/${data.id}`, ignoreBlocker: true })
    })

  return (
    <Page
      title={title}
      crumbs={[{ title: t.many(), to: dashboardsHome }, { title }]}
      badge={dirty && <Badge tone="blue">{t.editing()}</Badge>}
      bleed
      fill
      actions={
        <>
          <Button variant="subtle" leftSection={<IconArrowBackUp size={15} />} disabled={!canUndo} onClick={undo}>
            {t.undo()}
          </Button>
          <Button
            variant="subtle"
            onClick={() => void navigate({ to: id ? `${dashboardsHome}/${id}` : dashboardsHome })}
          >
            {t.discard()}
          </Button>
          <Button loading={busy} disabled={!dirty} onClick={() => void save()}>
            {t.save()}
          </Button>
        </>
      }
    >
      <div className={s['edit']}>
        <div className={s['left']}>
          <FilterBar definition={draft.definition} values={values} onChoose={choose}>
            {draft.definition.filters.length > 0 && t.all()}
          </FilterBar>
          <BoardGround label={title}>
            <EditableGrid
              tiles={tiles}
              titleOf={titleOf}
              chosen={chosen}
              arriving={arriving}
              onChoose={setChosen}
              onChange={(next) => define({ tiles: next })}
              onArrived={() => setArriving(undefined)}
            >
              {(tile) => <Preview tile={tile} data={data} gone={t.gone2()} />}
            </EditableGrid>
          </BoardGround>
        </div>
        <aside className={s['side']} aria-label={t.settings()} data-end-panel>
          <section>
            <TextInput
              label={t.label()}
              withAsterisk
              value={draft.label}
              error={errors['label']?.[0]}
              onChange={(event) => set({ ...draft, label: event.currentTarget.value })}
            />
            <Select
              label={t.refresh()}
              allowDeselect={false}
              data={refreshMinutes.map((minutes) => ({
                value: String(minutes),
                label: minutes === 0 ? t.byHand() : t.every({ minutes: String(minutes) }),
              }))}
              value={String(draft.definition.refresh_minutes)}
              onChange={(value) =>
                define({ refresh_minutes: refreshMinutes.find((one) => String(one) === value) ?? 0 })
              }
            />
          </section>
          {tile ? (
            <TileFields
              tile={tile}
              insight={insightOf(tile)}
              title={titleOf(tile)}
              filters={draft.definition.filters}
              onChange={(next) => define({ tiles: withTileAt(tiles, next) })}
              onClose={() => setChosen(undefined)}
            />
          ) : (
            <>
              <Palette insights={insights} onDrag={setArriving} onAdd={add} />
              <FilterFields
                tiles={tiles}
                filters={draft.definition.filters}
                errors={errors}
                onChange={(filters) => define({ filters })}
              />
            </>
          )}
        </aside>
      </div>
    </Page>
  )
}

type PreviewProps = { tile: DashboardTile; data: ReturnType<typeof useDashboardData>; gone: string }

function Preview({ tile, data: { data, error }, gone }: PreviewProps) {
  if (tile.insight_id === undefined) return <TileText text={tile.text} />
  const shown = data?.tiles.find(({ id }) => id === tile.id)
  const problem = shown?.error ?? error?.message
  if (problem) return <TileText text={problem} />
  if (shown && !shown.insight) return <TileText text={gone} />
  if (!shown?.insight || !shown.answer) return <TileSkeleton kind={undefined} />
  const insight = { ...shown.insight, definition: insightDefinition.parse(shown.insight.definition) }
  return <InsightAnswerView label={insight.label} insight={insight} answer={shown.answer} />
}

type PaletteProps = {
  insights: Insight[] | undefined
  onDrag: (arriving: Arriving) => void
  onAdd: (arriving: Arriving) => void
}

/** What can be put onto the grid: dragged, or by Enter to the first free place. */
function Palette({ insights, onDrag, onAdd }: PaletteProps) {
  const t = useTexts(texts)
  const id = () => `t${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const ofInsight = (insight: Insight): Arriving => ({
    name: insight.label,
    ...sizeOf(insight.chart_type),
    tile: { id: id(), insight_id: insight.id, text: '', fields: {} },
  })
  const ofText = (): Arriving => ({ name: t.text(), w: 4, h: 2, tile: { id: id(), text: t.newText(), fields: {} } })
  const entry = (key: string, name: string, Icon: typeof IconLetterT, made: () => Arriving) => (
    <button
      key={key}
      type="button"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        // The pointer is the grid's as soon as it is over it.
        event.currentTarget.releasePointerCapture(event.pointerId)
        onDrag(made())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onAdd(made())
      }}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
      <span>{name}</span>
    </button>
  )
  return (
    <section>
      <h3>
        {t.add()} <small>{t.drag()}</small>
      </h3>
      <div className={s['palette']}>
        {insights?.length === 0 && <p className="muted">{t.noInsights()}</p>}
        {insights?.map((insight) => entry(insight.id, insight.label, IconChartAreaLine, () => ofInsight(insight)))}
        {entry('text', t.text(), IconLetterT, ofText)}
      </div>
      <Button size="xs" variant="default" component={Link} to={`${insightsHome}/create`}>
        {t.newInsight()}
      </Button>
    </section>
  )
}

const sizeOf = (type: ChartType) => (type === 'number' ? { w: 3, h: 2 } : { w: 6, h: 6 })

/** Ctrl+Z, or Cmd+Z, unless somebody types. */
function useUndoKey(undo: () => void) {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (typing || event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      event.preventDefault()
      undo()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [undo])
}

/** What is let go of beside the grid does not arrive. */
function useArrival(isOnItsWay: boolean, lost: () => void) {
  useEffect(() => {
    if (!isOnItsWay) return
    addEventListener('pointerup', lost)
    return () => removeEventListener('pointerup', lost)
  })
}
