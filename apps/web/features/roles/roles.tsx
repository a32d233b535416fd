import { Button, SegmentedControl } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchChoice, useSearchParam } from '@weft/kit/ui/address.ts'
import { Tile } from '@weft/kit/ui/bits.tsx'
import { Columns } from '@weft/kit/ui/columns.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconLock, IconPlus, IconShieldCheck, IconUserShield } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ChoiceList, type Choice } from '../shared/choice-list.tsx'
import { usePossible, useRoles, type KnownRole } from './api.ts'
import { RoleEditor } from './role-editor.tsx'
import { useRoleName } from './role-name.ts'
import { Why } from './why.tsx'

const texts = defineMessages({
  title: { en: 'Roles', de: 'Rollen' },
  about: {
    en: 'What users may do. Ready-made roles stay as they are; copy one to make your own.',
    de: 'Was Benutzer dürfen. Vorgegebene Rollen bleiben, wie sie sind; kopieren Sie eine für eine eigene.',
  },
  create: { en: 'Create role', de: 'Rolle anlegen' },
  roles: { en: 'Roles', de: 'Rollen' },
  why: { en: 'Why may somebody …?', de: 'Warum darf jemand …?' },
  ready: { en: 'Ready-made', de: 'Vorgegeben' },
  own: { en: 'Own', de: 'Eigene' },
  noOwn: { en: 'No role of your own yet', de: 'Noch keine eigene Rolle' },
  users: {
    en: '{count, plural, =0 {nobody} one {# user} other {# users}}',
    de: '{count, plural, =0 {niemand} one {# Benutzer} other {# Benutzer}}',
  },
  failed: { en: 'The roles could not be loaded', de: 'Die Rollen konnten nicht geladen werden' },
})

/** All roles of a level, the grid of one of them, and the answer to why somebody may do something. */
export function RolesScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const role = useSearchParam('role') ?? ''
  const copy = useSearchParam('copy')
  const view = useSearchChoice('view', ['roles', 'why'])
  const nameOf = useRoleName()
  const roles = useRoles()
  const possible = usePossible()
  const show = (search: { role?: string; copy?: string; view?: string }) =>
    void navigate({ to: '.', search: search as never })
  if (roles.error) return <EmptyState title={t.failed()} text={roles.error.message} />
  const all = roles.data?.data ?? []
  const chosen = all.find(({ id }) => id === role) ?? (role === 'new' ? undefined : all[0])
  const can = new Set(possible.data?.data.possible ?? [])
  const ready = roles.data && possible.data
  const choice = (one: KnownRole): Choice => ({
    id: one.id,
    name: nameOf(one),
    note: t.users({ count: one.users }),
    tile: (
      <Tile tone={one.ready_made ? 'slate' : 'violet'} size={28}>
        {one.ready_made ? <IconShieldCheck size={15} /> : <IconUserShield size={15} />}
      </Tile>
    ),
    mark: one.ready_made && <IconLock size={13} aria-hidden />,
  })
  return (
    <Page
      title={t.title()}
      subtitle={t.about()}
      actions={
        <>
          <SegmentedControl
            size="xs"
            value={view}
            onChange={(value) => show(value === 'why' ? { view: value } : {})}
            data={[
              { value: 'roles', label: t.roles() },
              { value: 'why', label: t.why() },
            ]}
          />
          {may('users.create') && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => show({ role: 'new' })}>
              {t.create()}
            </Button>
          )}
        </>
      }
    >
      {ready && view === 'why' && <Why possible={can} />}
      {ready && view !== 'why' && (
        <Columns first={250}>
          <ChoiceList
            label={t.title()}
            sections={[
              { title: t.own(), choices: all.filter((one) => !one.ready_made).map(choice), empty: t.noOwn() },
              { title: t.ready(), choices: all.filter((one) => one.ready_made).map(choice) },
            ]}
            chosen={chosen?.id}
            choose={(id) => show({ role: id })}
          />
          <RoleEditor
            key={`${chosen?.id ?? 'new'} ${copy ?? ''}`}
            role={chosen}
            like={all.find(({ id }) => id === copy)}
            possible={can}
            done={(id) => show(id ? { role: id } : {})}
            copy={(id) => show({ role: 'new', copy: id })}
          />
        </Columns>
      )}
    </Page>
  )
}
