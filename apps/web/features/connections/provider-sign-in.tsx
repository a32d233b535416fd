import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconLogin2 } from '@tabler/icons-react'
import type { Connection } from './api.ts'
import s from './connections.module.css'

const texts = defineMessages({
  go: { en: 'Sign in at {host}', de: 'Bei {host} anmelden' },
  since: { en: 'Signed in since {day}.', de: 'Angemeldet seit {day}.' },
  nobody: { en: 'Nobody is signed in yet.', de: 'Es ist noch niemand angemeldet.' },
  callback: {
    en: 'The provider leads back to {url}: enter this address there as allowed.',
    de: 'Der Anbieter führt zurück zu {url}: Tragen Sie diese Adresse dort als erlaubt ein.',
  },
  first: {
    en: 'Save the connection, then sign in.',
    de: 'Speichern Sie die Verbindung und melden Sie sich dann an.',
  },
})

type Props = { settings: Record<string, unknown>; stored: Connection | undefined; isSaved: boolean }

/** Where a person signs in at the provider, in a tab of its own; nothing for any other kind of sign-in. */
export function ProviderSignIn({ settings, stored, isSaved }: Props) {
  const t = useTexts(texts)
  const may = useMay()
  const { date } = useFormats()
  const { busy, send } = useSubmit(notifyRest)
  const address = String(settings['authorize_url'] ?? '')
  if (settings['auth'] !== 'oauth2_code' || !may('connections.update')) return null
  const callback = `${location.origin}/oauth/callback`
  const signIn = (id: string) => {
    // Opened at the click: what opens later is taken for an advertisement.
    const tab = window.open('', '_blank')
    void send(async () => {
      const { data } = await api.post(`/connections/${id}/sign_in`, { callback })
      if (tab) tab.location.href = data.url
      else location.assign(data.url)
    }).finally(() => tab?.location.href === 'about:blank' && tab.close())
  }
  const state = stored?.signed_in_at ? t.since({ day: date(stored.signed_in_at) }) : t.nobody()
  return (
    <div className={s['provider']}>
      <Note tone={stored?.signed_in_at ? 'green' : 'amber'}>
        {stored && isSaved ? state : t.first()} {t.callback({ url: callback })}
      </Note>
      {stored && isSaved && URL.canParse(address) && (
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconLogin2 size={16} />}
          onClick={() => signIn(stored.id)}
        >
          {t.go({ host: new URL(address).host })}
        </Button>
      )}
    </div>
  )
}
