import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { DataTable } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { FoundMenu, foundBy } from '@weft/kit/ui/found-menu.tsx'
import { ListFilter } from '@weft/kit/ui/list-filter.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBuildings, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { partnerShown, useTenantHome } from './tenant.ts'
import { useTenantActions } from './tenant-actions.tsx'
import { useTenantColumns } from './tenant-columns.tsx'
import { healths, healthTexts, type Health } from './tenant-health.tsx'
import { Unfinished } from './wizard/unfinished.tsx'

const texts = defineMessages({
  title: { en: 'Tenants', de: 'Mandanten' },
  about: {
    en: 'Every tenant has databases, storage and queues of its own.',
    de: 'Jeder Mandant hat eigene Datenbanken, eigenen Speicher und eigene Warteschlangen.',
  },
  create: { en: 'Create tenant', de: 'Mandant anlegen' },
  find: { en: 'Search tenants', de: 'Mandanten suchen' },
  none: { en: 'No tenants yet', de: 'Noch keine Mandanten' },
  noneText: {
    en: 'A tenant is set up in nine steps that take a few seconds.',
    de: 'Ein Mandant wird in neun Schritten eingerichtet; das dauert wenige Sekunden.',
  },
  all: { en: 'All', de: 'Alle' },
  active: { en: 'Active', de: 'Aktiv' },
  deactivated: { en: 'Deactivated', de: 'Deaktiviert' },
  deleting: { en: 'To be deleted', de: 'Zu löschen' },
  health: { en: 'Health', de: 'Befinden' },
  anyHealth: { en: 'Any health', de: 'Jedes Befinden' },
  found: { en: 'Actions for all tenants found', de: 'Aktionen für alle gefundenen Mandanten' },
  activateFound: { en: 'Activate all {count} found', de: 'Alle {count} gefundenen aktivieren' },
  deactivateFound: { en: 'Deactivate all {count} found', de: 'Alle {count} gefundenen deaktivieren' },
  messageFound: { en: 'Send a message to all {count} found', de: 'Nachricht an alle {count} gefundenen' },
})

/** All tenants the user may see with how each is doing, with setups that wait to be finished above them. */
export function TenantsScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  const navigate = useNavigate()
  const home = useTenantHome()
  const may = useMay()
  const partner_id = partnerShown()
  const list = useList('/clients', {
    sort: 'name',
    filters: ['status', 'health'],
    query: { partner_id },
    refetchInterval: 15_000,
  })
  const health = useTexts(healthTexts)
  const actions = useTenantActions()
  const counts = (list.meta['health'] ?? {}) as Partial<Record<Health, number>>
  const columns = useTenantColumns(home, partner_id !== undefined)
  const create = may('tenants.create') && (
    <Button component={Link} to={`${home}/create`} leftSection={<IconPlus size={15} />}>
      {t.create()}
    </Button>
  )
  const count = formats.number(list.total)
  const found = { ...foundBy(list), ...(partner_id && { partner_id }) }
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed actions={create}>
      {actions.shown}
      {may('tenants.create') && <Unfinished kind="tenant" />}
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        onOpen={(row) => void navigate({ to: `${home}/${row.id}` })}
        find={t.find()}
        views={{
          filter: 'status',
          options: [
            { value: '', title: t.all() },
            { value: 'active', title: t.active() },
            { value: 'deactivated', title: t.deactivated() },
            { value: 'deleting', title: t.deleting() },
          ],
        }}
        remember="tenant-fleet"
        tools={
          <>
            <ListFilter
              list={list}
              name="health"
              label={t.health()}
              w={168}
              data={[
                { value: '', label: t.anyHealth() },
                ...healths.map((value) => ({
                  value,
                  label: `${health[value]()} (${formats.number(counts[value] ?? 0)})`,
                })),
              ]}
            />
            {may('tenants.update') && list.total > 0 && (
              <FoundMenu
                label={t.found()}
                actions={[
                  [t.activateFound({ count }), () => actions.activate(found, list.total)],
                  [t.deactivateFound({ count }), () => actions.deactivate(found, list.total)],
                  [t.messageFound({ count }), () => actions.write(found, list.total)],
                ]}
              />
            )}
          </>
        }
        {...(may('tenants.update') && {
          bulk: (ids: string[], clear: () => void) => <ChosenTenants ids={ids} actions={actions} onDone={clear} />,
        })}
        empty={<EmptyState icon={IconBuildings} title={t.none()} text={t.noneText()} action={create} />}
      />
    </Page>
  )
}

/** What can be done with the tenants ticked in the list. */
function ChosenTenants({
  ids,
  actions,
  onDone,
}: {
  ids: string[]
  actions: ReturnType<typeof useTenantActions>
  onDone: () => void
}) {
  return (
    <>
      <Button size="xs" variant="subtle" onClick={() => void actions.activate({ ids }, ids.length).then(onDone)}>
        {actions.words.activate()}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => void actions.deactivate({ ids }, ids.length).then(onDone)}>
        {actions.words.deactivate()}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => actions.write({ ids }, ids.length)}>
        {actions.words.message()}
      </Button>
    </>
  )
}
