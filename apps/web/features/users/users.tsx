import { user as resource } from '@weft/catalogue/resources/user/user.ts'
import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Avatar, Badge, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago, NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { usePlace } from './place.ts'
import { stateTexts, stateTones, type User } from './user.ts'

const texts = defineMessages({
  title: { en: 'Users', de: 'Benutzer' },
  admin: {
    en: 'Everybody who signs in here: own staff, partners’ and tenants’ users.',
    de: 'Alle, die sich hier anmelden: eigene Mitarbeiter sowie Benutzer von Partnern und Mandanten.',
  },
  below: { en: 'Who may sign in, and with which role.', de: 'Wer sich anmelden darf und mit welcher Rolle.' },
  add: { en: 'Add user', de: 'Benutzer hinzufügen' },
  find: { en: 'Search users', de: 'Benutzer suchen' },
  none: { en: 'No users yet', de: 'Noch keine Benutzer' },
  name: { en: 'Name', de: 'Name' },
  role: { en: 'Role', de: 'Rolle' },
  belongs: { en: 'Belongs to', de: 'Gehört zu' },
  own: { en: 'Provider', de: 'Anbieter' },
  state: { en: 'State', de: 'Zustand' },
  lastSignIn: { en: 'Last sign-in', de: 'Letzte Anmeldung' },
  never: { en: 'Never', de: 'Noch nie' },
  all: { en: 'All', de: 'Alle' },
  staff: { en: 'Provider', de: 'Anbieter' },
  partners: { en: 'Partners', de: 'Partner' },
  tenants: { en: 'Tenants', de: 'Mandanten' },
  choose: {
    en: 'Please select whose users you want to see',
    de: 'Bitte wählen Sie aus, wessen Benutzer Sie sehen möchten',
  },
})

/** The users of the level one works on; the provider sees those of all levels. */
export function UsersScreen() {
  const { ready } = usePlace()
  const t = useTexts(texts)
  return ready ? <Users /> : <EmptyState icon={IconUsers} title={t.choose()} />
}

function Users() {
  const t = useTexts(texts)
  const state = useTexts(stateTexts)
  const read = useLabel()
  const navigate = useNavigate()
  const may = useMay()
  const { home, kind, belongs } = usePlace()
  const everybody = kind === 'admin'
  const list = useList('/users', { sort: 'last_name', filters: everybody ? ['kind'] : [], query: belongs })
  const roles = resource.labels.fields.role as { options: Record<string, { en: string; de: string }> }
  const to = (row: User) => (kind === 'client' ? `${home}/${row.id}/information` : `${home}/${row.id}`)
  const columns: Column<User>[] = [
    {
      key: 'last_name',
      title: t.name(),
      fixed: true,
      cell: (row) => (
        <NameCell
          to={to(row)}
          name={row.name || row.email}
          note={row.email}
          icon={<Avatar name={row.name || row.email} picture={row.profile_picture} />}
        />
      ),
    },
    {
      key: 'role',
      title: t.role(),
      cell: (row) => (
        <Badge>{roles.options[row.role] ? read(roles.options[row.role]!) : (row.role_name ?? row.role)}</Badge>
      ),
    },
    ...(everybody ? [{ key: 'belongs_to', title: t.belongs(), cell: (row: User) => row.belongs_to ?? t.own() }] : []),
    {
      key: 'state',
      title: t.state(),
      cell: (row) => <StatusDot tone={stateTones[row.state]}>{state[row.state]()}</StatusDot>,
    },
    {
      key: 'last_sign_in_at',
      title: t.lastSignIn(),
      cell: (row) =>
        row.last_sign_in_at ? <Ago at={row.last_sign_in_at} /> : <span className="muted">{t.never()}</span>,
    },
  ]
  const add = may('users.create') && (
    <Button
      component={Link}
      to={kind === 'client' && home.startsWith('/project') ? '/project/settings/users/add' : `${home}/add`}
      leftSection={<IconPlus size={15} />}
    >
      {t.add()}
    </Button>
  )
  const views = {
    filter: 'kind',
    options: [
      { value: '', title: t.all() },
      { value: 'admin', title: t.staff() },
      { value: 'partner', title: t.partners() },
      { value: 'client', title: t.tenants() },
    ],
  }
  return (
    <Page title={t.title()} subtitle={everybody ? t.admin() : t.below()} fill bleed actions={add}>
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        onOpen={(row) => void navigate({ to: to(row) })}
        find={t.find()}
        {...(everybody && { views })}
        remember={`users.${kind}`}
        empty={<EmptyState icon={IconUsers} title={t.none()} action={add} />}
      />
    </Page>
  )
}
