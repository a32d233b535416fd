import { Button, Select, Textarea, TextInput } from '@mantine/core'
import type { Sent } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useState } from 'react'
import { statusTexts } from './account-status.tsx'

const texts = defineMessages({
  activate: { en: 'Activate', de: 'Aktivieren' },
  deactivate: { en: 'Deactivate', de: 'Deaktivieren' },
  message: { en: 'Send message', de: 'Nachricht senden' },
  sureOff: {
    en: '{count, plural, one {Deactivate this tenant?} other {Deactivate # tenants?}}',
    de: '{count, plural, one {Diesen Mandanten deaktivieren?} other {# Mandanten deaktivieren?}}',
  },
  sureOffText: {
    en: 'Their users are signed out at once and cannot sign in until they are activated again. Nothing is deleted.',
    de: 'Ihre Benutzer werden sofort abgemeldet und können sich bis zur erneuten Aktivierung nicht anmelden. Gelöscht wird nichts.',
  },
  sureOn: {
    en: '{count, plural, one {Activate this tenant?} other {Activate # tenants?}}',
    de: '{count, plural, one {Diesen Mandanten aktivieren?} other {# Mandanten aktivieren?}}',
  },
  sureOnText: { en: 'Their users may sign in again.', de: 'Ihre Benutzer können sich wieder anmelden.' },
  activated: {
    en: '{count, plural, one {One tenant activated} other {# tenants activated}}',
    de: '{count, plural, one {Ein Mandant aktiviert} other {# Mandanten aktiviert}}',
  },
  deactivated: {
    en: '{count, plural, one {One tenant deactivated} other {# tenants deactivated}}',
    de: '{count, plural, one {Ein Mandant deaktiviert} other {# Mandanten deaktiviert}}',
  },
  refused: {
    en: '{count, plural, one {One was refused} other {# were refused}}: {names}',
    de: '{count, plural, one {Einer wurde abgelehnt} other {# wurden abgelehnt}}: {names}',
  },
  to: {
    en: '{count, plural, one {Message to the users of this tenant} other {Message to the users of # tenants}}',
    de: '{count, plural, one {Nachricht an die Benutzer dieses Mandanten} other {Nachricht an die Benutzer von # Mandanten}}',
  },
  title: { en: 'Title', de: 'Titel' },
  text: { en: 'Text', de: 'Text' },
  level: { en: 'Kind', de: 'Art' },
  info: { en: 'Information', de: 'Information' },
  success: { en: 'Good news', de: 'Gute Nachricht' },
  warning: { en: 'Warning', de: 'Warnung' },
  error: { en: 'Disturbance', de: 'Störung' },
  send: { en: 'Send', de: 'Senden' },
  sent: {
    en: '{count, plural, one {Sent to one user} other {Sent to # users}}',
    de: '{count, plural, one {An einen Benutzer gesendet} other {An # Benutzer gesendet}}',
  },
})

/** Which tenants are meant: some by id, or all that the list finds. */
export type ChosenTenants =
  { ids: string[] } | { filter: Record<string, string>; searchTerm?: string; partner_id?: string | undefined }
type Level = NonNullable<Sent<'POST', '/clients/bulk'>['level']>

/** What can be done with many tenants, with what to ask before and what to say after. */
export function useTenantActions() {
  const t = useTexts(texts)
  const words = useTexts(statusTexts)
  const [writing, setWriting] = useState<{ chosen: ChosenTenants; count: number }>()
  const change = async (action: 'activate' | 'deactivate', chosen: ChosenTenants, count: number) => {
    const off = action === 'deactivate'
    if (
      !(await confirm({
        title: off ? t.sureOff({ count }) : t.sureOn({ count }),
        text: off ? t.sureOffText() : t.sureOnText(),
        action: t[action](),
        danger: off,
      }))
    )
      return
    const { data } = await api.post('/clients/bulk', { action, ...chosen })
    const names = data.refused
      .slice(0, 3)
      .map(({ name, status }) => `${name} (${words[status]()})`)
      .join(', ')
    toast({
      title: off ? t.deactivated({ count: data.affected }) : t.activated({ count: data.affected }),
      ...(names && { message: t.refused({ count: data.refused.length, names }) }),
      tone: data.refused.length > 0 ? 'amber' : 'green',
    })
    await refresh('/clients')
  }
  return {
    words: t,
    activate: (chosen: ChosenTenants, count: number) => change('activate', chosen, count),
    deactivate: (chosen: ChosenTenants, count: number) => change('deactivate', chosen, count),
    write: (chosen: ChosenTenants, count: number) => setWriting({ chosen, count }),
    shown: writing && <WriteMessage {...writing} onClose={() => setWriting(undefined)} />,
  }
}

function WriteMessage({ chosen, count, onClose }: { chosen: ChosenTenants; count: number; onClose: () => void }) {
  const t = useTexts(texts)
  const [title, setTitle] = useState('')
  const [message, setMessage] = useState('')
  const [level, setLevel] = useState<Level>('info')
  const { busy, send, errorAt } = useSubmit()
  const tell = () =>
    send(async () => {
      const { data } = await api.post('/clients/bulk', {
        action: 'message',
        ...chosen,
        title,
        message,
        level,
      })
      toast({ title: t.sent({ count: data.recipients ?? 0 }), tone: 'green' })
      onClose()
    })
  return (
    <Dialog
      onClose={onClose}
      title={t.to({ count })}
      size={480}
      actions={
        <Button loading={busy} onClick={() => void tell()}>
          {t.send()}
        </Button>
      }
    >
      <div className="stack">
        <TextInput
          label={t.title()}
          required
          maxLength={191}
          value={title}
          error={errorAt('title')}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label={t.text()}
          autosize
          minRows={4}
          maxLength={2_000}
          value={message}
          error={errorAt('message')}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <Select
          label={t.level()}
          allowDeselect={false}
          value={level}
          onChange={(value) => setLevel(value ?? 'info')}
          data={(['info', 'success', 'warning', 'error'] as const).map((value) => ({ value, label: t[value]() }))}
        />
      </div>
    </Dialog>
  )
}
