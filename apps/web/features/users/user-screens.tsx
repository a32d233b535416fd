import { Button, PasswordInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Avatar, StatusDot } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type FormEvent } from 'react'
import { ProfilePicture } from '../shared/profile-picture.tsx'
import { usePasswordRules } from '../shared/password-rules.ts'
import { usePlace } from './place.ts'
import { useRoleChoices } from './role-choices.ts'
import { GrantedIpsPanel } from './granted-ips.tsx'
import { SignInPanel } from './sign-in-panel.tsx'
import { stateTexts, stateTones, userForms } from './user.ts'
import s from './users.module.css'

const texts = defineMessages({
  users: { en: 'Users', de: 'Benutzer' },
  gone: { en: 'This user could not be loaded', de: 'Dieser Benutzer konnte nicht geladen werden' },
  tabs: { en: 'Sections of the user', de: 'Bereiche des Benutzers' },
  information: { en: 'Information', de: 'Angaben' },
  access: { en: 'Access data', de: 'Zugangsdaten' },
  profile: { en: 'Profile', de: 'Profil' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: {
    en: 'The user is signed out and cannot sign in any more. This cannot be taken back.',
    de: 'Der Benutzer wird abgemeldet und kann sich nicht mehr anmelden. Das lässt sich nicht rückgängig machen.',
  },
  removed: { en: 'User deleted', de: 'Benutzer gelöscht' },
  newPassword: { en: 'New password', de: 'Neues Passwort' },
  passwordText: { en: 'Ends all other sessions of this user.', de: 'Beendet alle anderen Sitzungen dieses Benutzers.' },
  repeat: { en: 'Repeat password', de: 'Passwort wiederholen' },
  set: { en: 'Set password', de: 'Passwort setzen' },
  wasSet: { en: 'Password changed', de: 'Passwort geändert' },
  show: { en: 'Show or hide', de: 'Anzeigen oder verbergen' },
})

type Section = 'information' | 'access_data' | 'profile'

/** One user: who they are, how they sign in, their preferences. */
function UserPage({ section }: { section: Section }) {
  const t = useTexts(texts)
  const state = useTexts(stateTexts)
  const navigate = useNavigate()
  const may = useMay()
  const me = useSession((value) => value.user?.id)
  const { home } = usePlace()
  const id = usePathParam('id')
  const path = `/users/${id}` as const
  const { data: user, error } = useQuery({
    queryKey: [path, 'page'],
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }).then(({ data }) => data),
  })
  const roles = useRoleChoices(user?.kind ?? 'client', user)
  const forms = useMemo(() => userForms(roles), [roles])
  if (error) return <EmptyState title={t.gone()} text={error.message} />
  const remove = async () => {
    if (
      !user ||
      !(await confirm({ title: t.sure({ name: user.name }), text: t.sureText(), action: t.remove(), danger: true }))
    )
      return
    await api.delete(path)
    toast({ title: t.removed(), message: user.name, tone: 'green' })
    await refresh('/users')
    await navigate({ to: home, ignoreBlocker: true })
  }
  const tabs = [
    { to: `${home}/${id}/information`, title: t.information(), current: section === 'information' },
    { to: `${home}/${id}/access-data`, title: t.access() },
    { to: `${home}/${id}/profile`, title: t.profile() },
  ]
  return (
    <Page
      title={user?.name ?? ''}
      icon={user && <Avatar name={user.name || user.email} picture={user.profile_picture} size={38} />}
      subtitle={
        user && (
          <span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            <StatusDot tone={stateTones[user.state]}>{state[user.state]()}</StatusDot>· {user.email}
            {user.belongs_to && <> · {user.belongs_to}</>}
          </span>
        )
      }
      crumbs={[{ title: t.users(), to: home }, { title: user?.name ?? '' }]}
      tabs={<PageTabs label={t.tabs()} tabs={tabs} />}
      bleed
      actions={
        may('users.delete') &&
        id !== me && (
          <Button variant="danger" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
            {t.remove()}
          </Button>
        )
      }
    >
      {user && (
        <ResourceForm
          key={section}
          resource={forms[section]}
          id={id}
          readOnly={!may('users.update')}
          onSaved={() => void refresh('/users')}
          {...(section === 'information' &&
            may('users.update') && {
              aside: <ProfilePicture path={path} picture={user.profile_picture} onChanged={() => refresh('/users')} />,
            })}
          {...(section === 'access_data' && {
            aside: (
              <div className={s['aside']}>
                {may('users.update') && <SignInPanel user={user} />}
                {may('users.update') && <PasswordPanel path={path} email={user.email} />}
                <GrantedIpsPanel user_id={id} readOnly={!may('users.update')} />
              </div>
            ),
          })}
        />
      )}
    </Page>
  )
}

function PasswordPanel({ path, email }: { path: `/users/${string}`; email: string }) {
  const t = useTexts(texts)
  const [values, setValues] = useState({ password: '', password_confirmation: '' })
  const { busy, send, refuse, errorAt } = useSubmit()
  const rules = usePasswordRules()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problem = rules.problemOf(values.password, [email])
    if (refuse(problem ? { password: [problem] } : {})) return
    await send(async () => {
      await api.put(`${path}/access_data`, values)
      setValues({ password: '', password_confirmation: '' })
      toast({ title: t.wasSet(), tone: 'green' })
    })
  }
  const field = (key: keyof typeof values, label: string) => (
    <PasswordInput
      label={label}
      autoComplete="new-password"
      value={values[key]}
      error={errorAt(key)}
      onChange={(event) => setValues({ ...values, [key]: event.currentTarget.value })}
      visibilityToggleButtonProps={{ 'aria-label': t.show() }}
    />
  )
  // Not a form element: it stands inside one.
  return (
    <Panel title={t.newPassword()}>
      <div className={s['password']}>
        <p>
          {rules.text} {t.passwordText()}
        </p>
        {field('password', t.newPassword())}
        {field('password_confirmation', t.repeat())}
        <Button
          variant="default"
          loading={busy}
          disabled={values.password === ''}
          leftSection={<IconKey size={15} />}
          onClick={(event) => void submit(event)}
        >
          {t.set()}
        </Button>
      </div>
    </Panel>
  )
}

export const UserInformationScreen = () => <UserPage section="information" />
export const UserAccessDataScreen = () => <UserPage section="access_data" />
export const UserProfileScreen = () => <UserPage section="profile" />
