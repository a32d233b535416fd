import { Select } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { Avatar, Facts, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Columns } from '@weft/kit/ui/columns.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconMinus, IconUserQuestion } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Grid } from '../shared/permission-grid.tsx'
import { actionTexts, subjectTexts, type ActionName, type SubjectName } from '../shared/permission-texts.ts'
import { useMembers, useReasons, type Reason, type Reasons } from './api.ts'
import { useRoleName } from './role-name.ts'
import s from './roles.module.css'

const texts = defineMessages({
  user: { en: 'User', de: 'Benutzer' },
  find: { en: 'Find a user', de: 'Benutzer suchen' },
  choose: { en: 'Choose a user', de: 'Wählen Sie einen Benutzer' },
  chooseText: {
    en: 'For each permission you then see whether the user has it, and where it comes from.',
    de: 'Zu jeder Berechtigung sehen Sie dann, ob er sie hat und woher sie kommt.',
  },
  role: { en: 'Role', de: 'Rolle' },
  state: { en: 'State', de: 'Zustand' },
  active: { en: 'Active', de: 'Aktiv' },
  inactive: { en: 'Deactivated', de: 'Deaktiviert' },
  count: { en: 'Permissions', de: 'Berechtigungen' },
  countOf: { en: '{has} of {all}', de: '{has} von {all}' },
  rights: { en: 'What {name} may do', de: 'Was {name} darf' },
  click: { en: 'Choose a cell to see why.', de: 'Wählen Sie ein Feld, um den Grund zu sehen.' },
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
  role_has: { en: 'The role “{role}” grants it.', de: 'Die Rolle „{role}“ gewährt es.' },
  always: { en: 'Everybody may do this with what is their own.', de: 'Das darf jeder mit dem, was ihm gehört.' },
  role_lacks: { en: 'The role “{role}” does not grant it.', de: 'Die Rolle „{role}“ gewährt es nicht.' },
  level_lacks: { en: 'No user of this level can have it.', de: 'Das kann kein Benutzer dieser Ebene haben.' },
  deactivated: {
    en: 'The user is deactivated and may do nothing.',
    de: 'Der Benutzer ist deaktiviert und darf nichts.',
  },
  granting: { en: 'Roles that grant it', de: 'Rollen, die es gewähren' },
  none: { en: 'None', de: 'Keine' },
})

/** User → permission → the role that grants it, or why not. */
export function Why({ possible }: { possible: ReadonlySet<string> }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const user = useSearchParam('user')
  const members = useMembers()
  const reasons = useReasons(user)
  return (
    <div className={s['why']}>
      <Select
        className={s['who']}
        label={t.user()}
        placeholder={t.find()}
        searchable
        value={user ?? null}
        onChange={(id) => void navigate({ to: '.', search: { view: 'why', ...(id && { user: id }) } as never })}
        data={(members.data?.data ?? []).map(({ id, name, email }) => ({
          value: id,
          label: name ? `${name} · ${email}` : email,
        }))}
      />
      {!user && <EmptyState icon={IconUserQuestion} title={t.choose()} text={t.chooseText()} />}
      {user && reasons.data && <Answer key={user} reasons={reasons.data.data} possible={possible} />}
    </div>
  )
}

function Answer({
  reasons: { user, role, permissions },
  possible,
}: {
  reasons: Reasons
  possible: ReadonlySet<string>
}) {
  const t = useTexts(texts)
  const nameOf = useRoleName()
  const [chosen, setChosen] = useState<string>()
  const known = new Map(permissions.map((one) => [one.permission, one]))
  const listed = permissions.filter(
    ({ permission }) => possible.has(permission) && permission.split('.')[0]! in subjectTexts,
  )
  const has = listed.filter(({ granted }) => granted).length
  const reason = chosen ? known.get(chosen) : undefined
  return (
    <Columns second={320}>
      <Panel title={t.rights({ name: user.name || user.email })} note={t.click()} bleed>
        <Grid
          possible={possible}
          cell={({ permission, name }) => {
            const granted = known.get(permission)?.granted ?? false
            return (
              <button
                type="button"
                className={s['cell']}
                data-granted={granted || undefined}
                aria-pressed={permission === chosen}
                aria-label={`${name}: ${granted ? t.yes() : t.no()}`}
                onClick={() => setChosen(permission)}
              >
                {granted ? <IconCheck size={14} stroke={2.4} /> : <IconMinus size={13} />}
              </button>
            )
          }}
        />
      </Panel>
      <div className="stack">
        <Panel title={t.user()}>
          <div className={s['person']}>
            <Avatar name={user.name || user.email} size={34} />
            <span>
              <b>{user.name || user.email}</b>
              <small>{user.email}</small>
            </span>
          </div>
          <Facts
            facts={[
              [t.role(), role ? nameOf(role) : user.role],
              [
                t.state(),
                <StatusDot key="state" tone={user.active ? 'green' : 'amber'}>
                  {user.active ? t.active() : t.inactive()}
                </StatusDot>,
              ],
              [t.count(), t.countOf({ has, all: listed.length })],
            ]}
          />
        </Panel>
        {reason && <Because reason={reason} role={role ? nameOf(role) : user.role} />}
      </div>
    </Columns>
  )
}

function Because({ reason: { permission, granted, because, roles }, role }: { reason: Reason; role: string }) {
  const t = useTexts(texts)
  const action = useTexts(actionTexts)
  const subject = useTexts(subjectTexts)
  const [what, doing] = permission.split('.') as [SubjectName, ActionName]
  return (
    <Panel title={`${subject[what]()}: ${action[doing]()}`} note={<code>{permission}</code>}>
      <div aria-live="polite">
        <StatusDot tone={granted ? 'green' : 'slate'}>
          <b>{granted ? t.yes() : t.no()}</b>
        </StatusDot>
        <p className={s['because']}>
          {because === 'role' ? t.role_has({ role }) : because === 'role_lacks' ? t.role_lacks({ role }) : t[because]()}
        </p>
        {because !== 'always' && <Facts facts={[[t.granting(), roles.length > 0 ? roles.join(', ') : t.none()]]} />}
      </div>
    </Panel>
  )
}
