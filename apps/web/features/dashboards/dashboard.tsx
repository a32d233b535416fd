import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconLayoutDashboard, IconMail, IconPencil, IconRefresh, IconShare, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { BoardGround, Grid } from '@weft/designers/dashboard/board.tsx'
import { TileFrame, TileText } from '@weft/designers/dashboard/tile-frame.tsx'
import { dashboardDefinition, type DashboardDefinition } from '@weft/kit/define/dashboard.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast, toastDeleted } from '@weft/kit/ui/toast.tsx'
import { useMemo, useState } from 'react'
import { HistoryButton } from '../shared/definition-history.tsx'
import { dashboardsHome, useDashboard, useDashboardData, type Behind, type Dashboard } from './api.ts'
import { DashboardTileView } from './tile.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useFilterValues } from './filter-values.ts'
import { MailDialog } from './mail-dialog.tsx'
import { RowsBehind } from './rows-behind.tsx'
import s from './dashboards.module.css'

const texts = defineMessages({
  many: { en: 'Dashboards', de: 'Übersichten' },
  one: { en: 'Dashboard', de: 'Übersicht' },
  edit: { en: 'Edit', de: 'Bearbeiten' },
  share: { en: 'Share', de: 'Teilen' },
  shared: { en: 'Link copied', de: 'Link kopiert' },
  sharedText: {
    en: 'It shows the same filters to everybody who may look at the insights of this project.',
    de: 'Er zeigt allen, die die Auswertungen dieses Projekts ansehen dürfen, dieselben Filter.',
  },
  notCopied: { en: 'The link could not be copied', de: 'Der Link konnte nicht kopiert werden' },
  mail: { en: 'Mail', de: 'E-Mail' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: { en: 'Its insights stay.', de: 'Ihre Auswertungen bleiben erhalten.' },
  gone: { en: 'This dashboard could not be loaded', de: 'Diese Übersicht konnte nicht geladen werden' },
  refresh: { en: 'Refresh', de: 'Aktualisieren' },
  none: { en: 'Nothing on it yet', de: 'Noch nichts darauf' },
  noneText: {
    en: 'Edit the dashboard and drag insights onto its grid.',
    de: 'Bearbeiten Sie die Übersicht und ziehen Sie Auswertungen in ihr Raster.',
  },
  note: { en: 'Note', de: 'Notiz' },
})

/** A dashboard with all its tiles under one set of filters. */
export function DashboardScreen() {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const { data: dashboard, error } = useDashboard(id)
  const definition = useMemo(() => dashboard && dashboardDefinition.parse(dashboard.definition), [dashboard])
  if (error) return <EmptyState icon={IconLayoutDashboard} title={t.gone()} text={error.message} />
  if (!dashboard || !definition) return <Page title={t.one()} crumbs={[{ title: t.many(), to: dashboardsHome }]} />
  return <Shown dashboard={dashboard} definition={definition} />
}

function Shown({ dashboard, definition }: { dashboard: Dashboard; definition: DashboardDefinition }) {
  const t = useTexts(texts)
  const may = useMay()
  const { values, choose, clear, isFiltered } = useFilterValues(definition.filters)
  const data = useDashboardData(definition, values, { every: definition.refresh_minutes })
  const [behind, setBehind] = useState<Behind>()
  const [isMailing, setMailing] = useState(false)
  const { id, label } = dashboard
  return (
    <Page
      title={label}
      crumbs={[{ title: t.many(), to: dashboardsHome }, { title: label }]}
      bleed
      fill
      actions={<Actions dashboard={dashboard} onMail={() => setMailing(true)} />}
      tabs={
        <FilterBar definition={definition} values={values} onChoose={choose}>
          <Freshness at={data.data?.at} busy={data.isFetching} onRefresh={() => void data.refetch()} />
        </FilterBar>
      }
    >
      <BoardGround label={label}>
        {definition.tiles.length === 0 && (
          <EmptyState
            icon={IconLayoutDashboard}
            title={t.none()}
            text={t.noneText()}
            action={
              may('insights.update') && (
                <Button component={Link} to={`${dashboardsHome}/edit/${id}`}>
                  {t.edit()}
                </Button>
              )
            }
          />
        )}
        <Grid tiles={definition.tiles}>
          {(tile) =>
            tile.insight_id === undefined ? (
              <TileFrame tile={tile} title={t.note()}>
                <TileText text={tile.text} />
              </TileFrame>
            ) : (
              <DashboardTileView
                tile={tile}
                filters={definition.filters}
                shown={data.data?.tiles.find((one) => one.id === tile.id)}
                problem={data.error}
                onAgain={() => data.again(tile.id)}
                {...(isFiltered && { onClear: clear })}
                onBehind={setBehind}
              />
            )
          }
        </Grid>
      </BoardGround>
      {isMailing && <MailDialog id={id} values={values} onClose={() => setMailing(false)} />}
      {behind && (
        <RowsBehind behind={behind} filters={definition.filters} values={values} onClose={() => setBehind(undefined)} />
      )}
    </Page>
  )
}

function Freshness({ at, busy, onRefresh }: { at: string | undefined; busy: boolean; onRefresh: () => void }) {
  const t = useTexts(texts)
  const { clock } = useFormats()
  return (
    <>
      {at && <span>{clock(at)}</span>}
      <Tooltip label={t.refresh()}>
        <ActionIcon aria-label={t.refresh()} loading={busy} onClick={onRefresh}>
          <IconRefresh size={15} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

function Actions({ dashboard: { id, label }, onMail }: { dashboard: Dashboard; onMail: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const share = () =>
    navigator.clipboard.writeText(location.href).then(
      () => toast({ title: t.shared(), message: t.sharedText(), tone: 'green' }),
      () => toast({ title: t.notCopied(), message: location.href, tone: 'amber' }),
    )
  const remove = async () => {
    const sure = { title: t.sure({ name: label }), text: t.sureText(), action: t.remove(), danger: true }
    if (!(await confirm(sure))) return
    await api.delete(`/dashboards/${id}`)
    toastDeleted(label)
    await navigate({ to: dashboardsHome })
    await refresh('/dashboards')
  }
  return (
    <>
      <HistoryButton id={id} name={label} mayName={may('insights.update')} />
      {may('insights.delete') && (
        <Button variant="danger" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
          {t.remove()}
        </Button>
      )}
      {may('insights.export') && (
        <Button variant="default" leftSection={<IconMail size={15} />} onClick={onMail}>
          {t.mail()}
        </Button>
      )}
      <Button variant="default" leftSection={<IconShare size={15} />} onClick={() => void share()}>
        {t.share()}
      </Button>
      {may('insights.update') && (
        <Button
          className={s['wide']}
          component={Link}
          to={`${dashboardsHome}/edit/${id}`}
          leftSection={<IconPencil size={15} />}
        >
          {t.edit()}
        </Button>
      )}
    </>
  )
}
