import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, StatusDot } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconDeviceMobileOff, IconLockOpen, IconLogout, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InvitationLink, type Invitation } from './invitation.tsx'
import { stateTexts, stateTones, type User } from './user.ts'
import s from './users.module.css'

const texts = defineMessages({
  title: { en: 'Signing in', de: 'Anmeldung' },
  state: { en: 'State', de: 'Zustand' },
  last: { en: 'Last sign-in', de: 'Letzte Anmeldung' },
  never: { en: 'Never', de: 'Noch nie' },
  sessions: { en: 'Sessions', de: 'Sitzungen' },
  second: { en: 'Authenticator application', de: 'Authenticator-App' },
  on: { en: 'Set up', de: 'Eingerichtet' },
  off: { en: 'Not set up', de: 'Nicht eingerichtet' },
  unlock: { en: 'Unlock', de: 'Entsperren' },
  unlocked: { en: 'The user can sign in again', de: 'Der Benutzer kann sich wieder anmelden' },
  invite: { en: 'Send welcome email', de: 'Willkommens-E-Mail senden' },
  invited: { en: 'The welcome email is on its way', de: 'Die Willkommens-E-Mail ist unterwegs' },
  end: { en: 'End sessions', de: 'Sitzungen beenden' },
  endSure: { en: 'Sign “{name}” out everywhere?', de: '„{name}“ überall abmelden?' },
  endText: {
    en: 'All sessions end, and no device is trusted any more.',
    de: 'Alle Sitzungen enden, und keinem Gerät wird mehr vertraut.',
  },
  ended: { en: 'Signed out everywhere', de: 'Überall abgemeldet' },
  remove: { en: 'Remove application', de: 'App entfernen' },
  removeSure: {
    en: 'Remove the authenticator application of “{name}”?',
    de: 'Die Authenticator-App von „{name}“ entfernen?',
  },
  removeText: {
    en: 'For somebody who has lost their telephone and recovery codes. Make sure it is really them asking.',
    de: 'Für jemanden, der sein Telefon und seine Wiederherstellungscodes verloren hat. Vergewissern Sie sich, dass wirklich er darum bittet.',
  },
  removed: { en: 'The authenticator application was removed', de: 'Die Authenticator-App wurde entfernt' },
})

/** What keeps a user from signing in, and what their administrator can do about it. */
export function SignInPanel({ user }: { user: User }) {
  const t = useTexts(texts)
  const state = useTexts(stateTexts)
  const { ago } = useFormats()
  const path = `/users/${user.id}` as const
  const [invitation, setInvitation] = useState<Invitation>()
  const { data } = useQuery({
    queryKey: [`${path}/access`],
    queryFn: ({ signal }) => api.get(`${path}/access`, {}, { signal }).then(({ data }) => data),
  })
  const { name } = user

  const done = async (title: string) => {
    toast({ title, message: name, tone: 'green' })
    await refresh('/users')
  }
  const unlock = async () => {
    await api.post(`${path}/unlock`)
    await done(t.unlocked())
  }
  const invite = async () => {
    const answer = (await api.post(`${path}/invite`)).data
    if (answer.link) setInvitation(answer)
    else await done(t.invited())
  }
  const end = async () => {
    if (!(await confirm({ title: t.endSure({ name }), text: t.endText(), action: t.end(), danger: true }))) return
    await api.post(`${path}/end_sessions`)
    await done(t.ended())
  }
  const remove = async () => {
    if (!(await confirm({ title: t.removeSure({ name }), text: t.removeText(), action: t.remove(), danger: true })))
      return
    await api.post(`${path}/authenticator/remove`)
    await done(t.removed())
  }
  return (
    <Panel title={t.title()}>
      <div className={s['password']}>
        <Facts
          facts={[
            [
              t.state(),
              <StatusDot key="state" tone={stateTones[user.state]}>
                {state[user.state]()}
              </StatusDot>,
            ],
            [t.last(), user.last_sign_in_at ? ago(user.last_sign_in_at) : t.never()],
            [t.sessions(), data?.sessions ?? '–'],
            [t.second(), data ? (data.authenticator ? t.on() : t.off()) : '–'],
          ]}
        />
        <div className={s['buttons']}>
          {(user.state === 'locked' || user.state === 'throttled') && (
            <Button size="xs" leftSection={<IconLockOpen size={14} />} onClick={() => void unlock()}>
              {t.unlock()}
            </Button>
          )}
          <Button size="xs" variant="default" leftSection={<IconSend size={14} />} onClick={() => void invite()}>
            {t.invite()}
          </Button>
          {data && data.sessions > 0 && (
            <Button size="xs" variant="default" leftSection={<IconLogout size={14} />} onClick={() => void end()}>
              {t.end()}
            </Button>
          )}
          {data?.authenticator && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDeviceMobileOff size={14} />}
              onClick={() => void remove()}
            >
              {t.remove()}
            </Button>
          )}
        </div>
      </div>
      {invitation && <InvitationLink {...invitation} onClose={() => setInvitation(undefined)} />}
    </Panel>
  )
}
