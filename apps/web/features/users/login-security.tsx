import { securitySettings, type SecuritySettings } from '@weft/catalogue/resources/setting/security.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Avatar, Badge, Facts, StatusDot } from '@weft/kit/ui/bits.tsx'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { usePlace } from './place.ts'
import { stateTexts, stateTones, type User } from './user.ts'

const texts = defineMessages({
  title: { en: 'Login security', de: 'Anmeldesicherheit' },
  about: {
    en: 'What signing in asks for, and from where users may come.',
    de: 'Was bei der Anmeldung verlangt wird und von wo Benutzer kommen dürfen.',
  },
  rules: { en: 'Rules in force', de: 'Geltende Regeln' },
  rulesNote: { en: 'Set by the provider', de: 'Vom Anbieter festgelegt' },
  on: { en: 'Yes', de: 'Ja' },
  off: { en: 'No', de: 'Nein' },
  noMail: { en: 'Not while no mail server is set up', de: 'Nicht, solange kein Mailserver eingerichtet ist' },
  users: { en: 'Users', de: 'Benutzer' },
  usersNote: {
    en: 'Granted IP addresses are set in the access data of a user.',
    de: 'Zugelassene IP-Adressen stehen in den Zugangsdaten eines Benutzers.',
  },
  name: { en: 'Name', de: 'Name' },
  state: { en: 'State', de: 'Zustand' },
  from: { en: 'Signs in', de: 'Meldet sich an' },
  anywhere: { en: 'From everywhere', de: 'Von überall' },
  granted: { en: 'From granted addresses', de: 'Von zugelassenen Adressen' },
  last: { en: 'Last sign-in', de: 'Letzte Anmeldung' },
  never: { en: 'Never', de: 'Noch nie' },
  none: { en: 'No users yet', de: 'Noch keine Benutzer' },
  find: { en: 'Search users', de: 'Benutzer suchen' },
  choose: { en: 'Please select a tenant first', de: 'Bitte wählen Sie zuerst einen Mandanten aus' },
})

const names = Object.keys(securitySettings.schema.shape) as (keyof SecuritySettings)[]

/** For a tenant: the rules of the installation, and how each of its users signs in. */
export function LoginSecurityScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const may = useMay()
  const path = '/auth/security'
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }).then(({ data }) => data),
  })
  const nameOf = (key: keyof SecuritySettings) => {
    const label = securitySettings.labels.fields[key]
    return read('label' in label ? label.label : label)
  }
  const shown = (key: keyof SecuritySettings) => {
    const value = data![key]
    if (key === 'two_factor' && value && !data!.mail) return t.noMail()
    return typeof value === 'boolean' ? (value ? t.on() : t.off()) : value
  }
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div className="stack" style={{ maxWidth: 960 }}>
        <Panel title={t.rules()} note={t.rulesNote()}>
          {data && <Facts facts={names.map((key) => [nameOf(key), shown(key)] as const)} />}
        </Panel>
        {may('users.view') && <SignInsOfUsers />}
      </div>
    </Page>
  )
}

function SignInsOfUsers() {
  const t = useTexts(texts)
  const { ready } = usePlace()
  return (
    <Panel title={t.users()} note={t.usersNote()} bleed>
      {ready ? <UsersTable /> : <EmptyState icon={IconUsers} title={t.choose()} />}
    </Panel>
  )
}

function UsersTable() {
  const t = useTexts(texts)
  const state = useTexts(stateTexts)
  const { ago } = useFormats()
  const navigate = useNavigate()
  const { home, belongs } = usePlace()
  const list = useList('/users', { sort: 'last_name', query: belongs, local: true, perPage: 10 })
  const to = (row: User) => `${home}/${row.id}/access-data`
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
          icon={<Avatar name={row.name || row.email} />}
        />
      ),
    },
    {
      key: 'state',
      title: t.state(),
      sortable: false,
      cell: (row) => <StatusDot tone={stateTones[row.state]}>{state[row.state]()}</StatusDot>,
    },
    {
      key: 'ip_check_active',
      title: t.from(),
      sortable: false,
      cell: (row) => (row.ip_check_active ? <Badge tone="blue">{t.granted()}</Badge> : t.anywhere()),
    },
    {
      key: 'last_sign_in_at',
      title: t.last(),
      cell: (row) => (row.last_sign_in_at ? ago(row.last_sign_in_at) : <span className="muted">{t.never()}</span>),
    },
  ]
  return (
    <DataTable
      label={t.users()}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      onOpen={(row) => void navigate({ to: to(row) })}
      find={t.find()}
      empty={<EmptyState icon={IconUsers} title={t.none()} />}
    />
  )
}
