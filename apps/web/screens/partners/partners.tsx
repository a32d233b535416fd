import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconHeartHandshake, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { statusTexts, statusTones } from '../tenants/tenant.ts'
import { Unfinished } from '../tenants/wizard/unfinished.tsx'
import { partnersHome, type Partner } from './partner.ts'

const texts = defineMessages({
  title: { en: 'Partners', de: 'Partner' },
  about: { en: 'Partners look after tenants of their own.', de: 'Partner betreuen eigene Mandanten.' },
  create: { en: 'Create partner', de: 'Partner anlegen' },
  find: { en: 'Search partners', de: 'Partner suchen' },
  none: { en: 'No partners yet', de: 'Noch keine Partner' },
  noneText: { en: 'A partner is set up in nine steps that take a few seconds.', de: 'Ein Partner wird in neun Schritten eingerichtet; das dauert wenige Sekunden.' },
  name: { en: 'Partner', de: 'Partner' },
  number: { en: 'Number', de: 'Nummer' },
  status: { en: 'Status', de: 'Status' },
  email: { en: 'E-mail', de: 'E-Mail' },
  tenants: { en: 'Tenants', de: 'Mandanten' },
  users: { en: 'Users', de: 'Benutzer' },
  created: { en: 'Created', de: 'Angelegt' },
})

/** All partners with how many tenants and users they have, and setups that wait to be finished above them. */
export function PartnersScreen() {
  const t = useTexts(texts)
  const words = useTexts(statusTexts)
  const formats = useFormats()
  const navigate = useNavigate()
  const may = useMay()
  const list = useList<Partner>('/partners', { sort: 'name' })
  const columns: Column<Partner>[] = [
    { key: 'name', title: t.name(), fixed: true, cell: (row) => <NameCell to={`${partnersHome}/${row.id}`} name={row.name} note={row.workspace} /> },
    { key: 'number', title: t.number(), cell: (row) => row.number ?? '–' },
    { key: 'status', title: t.status(), sortable: false, cell: (row) => <StatusDot tone={statusTones[row.status]} pulse={row.status === 'initializing'}>{words[row.status]()}</StatusDot> },
    { key: 'email', title: t.email(), hidden: true, cell: (row) => row.email || '–' },
    { key: 'tenants', title: t.tenants(), end: true, sortable: false, cell: (row) => formats.number(row.tenants) },
    { key: 'users', title: t.users(), end: true, sortable: false, cell: (row) => formats.number(row.users) },
    { key: 'created_at', title: t.created(), cell: (row) => <span title={formats.exactTime(row.created_at)}>{formats.date(row.created_at)}</span> },
  ]
  const create = may('partners.create') && (
    <Button component={Link} to={`${partnersHome}/create`} leftSection={<IconPlus size={15} />}>
      {t.create()}
    </Button>
  )
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed actions={create}>
      {may('partners.create') && <Unfinished kind="partner" />}
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        onOpen={(row) => void navigate({ to: `${partnersHome}/${row.id}` })}
        find={t.find()}
        remember="partners"
        empty={<EmptyState icon={IconHeartHandshake} title={t.none()} text={t.noneText()} action={create} />}
      />
    </Page>
  )
}
