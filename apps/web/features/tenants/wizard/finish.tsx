import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconCopy, IconEye, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { firstInvitation, runPath, typedPassword, type Run } from './run.ts'
import s from './wizard.module.css'

const texts = defineMessages({
  user: { en: 'Sign-in of the first user', de: 'Anmeldung des ersten Benutzers' },
  address: { en: 'Address', de: 'Adresse' },
  email: { en: 'E-mail', de: 'E-Mail' },
  password: { en: 'Password', de: 'Passwort' },
  asEntered: { en: 'as entered', de: 'wie eingegeben' },
  invited: { en: 'invited by e-mail to set it', de: 'per E-Mail eingeladen, es festzulegen' },
  link: { en: 'Invitation, to hand on', de: 'Einladung zum Weitergeben' },
  sftp: { en: 'Files by SFTP', de: 'Dateien per SFTP' },
  username: { en: 'User', de: 'Benutzer' },
  show: { en: 'Show once', de: 'Einmal anzeigen' },
  shown: { en: 'already shown', de: 'bereits angezeigt' },
  once: {
    en: 'Passwords are shown here only this once. Please hand them on safely.',
    de: 'Passwörter werden nur hier und nur einmal angezeigt. Bitte geben Sie sie sicher weiter.',
  },
  copy: { en: 'Copy {what}', de: '{what} kopieren' },
  copied: { en: 'Copied', de: 'Kopiert' },
})

/** How the first user signs in and where files go. */
export function Finish({ run }: { run: Run }) {
  const t = useTexts(texts)
  const sftp = run.steps.find((step) => step.key === 'add_sftp_user')!.result
  const [password, setPassword] = useState<string>()
  const { data } = useQuery({
    queryKey: [`/clients/${run.tenant_id}/storage`],
    queryFn: ({ signal }) => api.get(`/clients/${run.tenant_id}/storage`, {}, { signal, quiet: true }),
  })
  const reveal = async () => setPassword((await api.post(`${runPath(run.id)}/sftp_password`)).data.password)
  const typed = typedPassword.of(run.id)
  const invitation = firstInvitation.of(run.id)
  const port = data?.data.sftp?.port
  return (
    <div className={s['done']}>
      <section className={s['access']}>
        <h3>{t.user()}</h3>
        <dl>
          <Fact name={t.address()} value={`${location.origin}/login`} />
          <Fact name={t.email()} value={run.draft.user.email} />
          {invitation?.link ? (
            <Fact name={t.link()} value={invitation.link} />
          ) : (
            <Fact name={t.password()} value={typed}>
              {invitation ? t.invited() : t.asEntered()}
            </Fact>
          )}
        </dl>
      </section>
      <section className={s['access']}>
        <h3>{t.sftp()}</h3>
        <dl>
          <Fact name={t.address()} value={port && `sftp://${location.hostname}:${port}`} />
          <Fact name={t.username()} value={sftp.username} />
          <Fact name={t.password()} value={password}>
            {sftp.password && !password ? (
              <Button size="xs" variant="default" leftSection={<IconEye size={14} />} onClick={() => void reveal()}>
                {t.show()}
              </Button>
            ) : (
              t.shown()
            )}
          </Fact>
        </dl>
      </section>
      <Note icon={<IconInfoCircle size={16} />}>{t.once()}</Note>
    </div>
  )
}

function Fact({ name, value, children }: { name: string; value?: string | number | undefined; children?: ReactNode }) {
  const t = useTexts(texts)
  return (
    <div className={s['fact']}>
      <dt>{name}</dt>
      <dd>
        <span>{value ?? children ?? '–'}</span>
        {value && (
          <CopyButton value={String(value)}>
            {({ copied, copy }) => (
              <Tooltip label={copied ? t.copied() : t.copy({ what: name })}>
                <ActionIcon size="xs" aria-label={t.copy({ what: name })} onClick={copy}>
                  {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
        )}
      </dd>
    </div>
  )
}
