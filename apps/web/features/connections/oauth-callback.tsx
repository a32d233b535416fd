import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { home } from './api.ts'

const texts = defineMessages({
  title: { en: 'Sign-in for a connection', de: 'Anmeldung für eine Verbindung' },
  waiting: { en: 'The sign-in is being completed …', de: 'Die Anmeldung wird abgeschlossen …' },
  done: { en: '{connection} is signed in', de: '{connection} ist angemeldet' },
  doneText: {
    en: 'Workflows can use the connection now. You can close this page.',
    de: 'Workflows können die Verbindung jetzt verwenden. Sie können diese Seite schließen.',
  },
  failed: { en: 'The sign-in did not work', de: 'Die Anmeldung hat nicht geklappt' },
  nothing: {
    en: 'This page completes a sign-in at a provider, and nothing of that kind came along.',
    de: 'Diese Seite schließt eine Anmeldung bei einem Anbieter ab, und davon kam nichts mit.',
  },
  look: { en: 'Show connection', de: 'Verbindung ansehen' },
  all: { en: 'All connections', de: 'Alle Verbindungen' },
})

/** Where a provider leads back to: says what came of the sign-in. */
export function OAuthCallbackScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [came] = useState(cameWith)
  const { data, error } = useQuery({
    queryKey: ['/oauth/callback', came?.state],
    // A code is taken once: a second try would only say so.
    queryFn: () => api.post('/oauth/callback', came!, { quiet: true }),
    enabled: came !== undefined,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const to = data ? `${home}/${data.data.id}` : home
  return (
    <Page title={t.title()}>
      {came && !data && !error ? (
        <EmptyState icon={IconLogin2} title={t.waiting()} />
      ) : (
        <EmptyState
          title={data ? t.done({ connection: data.data.label }) : t.failed()}
          text={data ? t.doneText() : (error?.message ?? t.nothing())}
          action={<Button onClick={() => void navigate({ to })}>{data ? t.look() : t.all()}</Button>}
        />
      )}
    </Page>
  )
}

/** What stands in the address; taken out of it, so that it is in no history and no referrer. */
function cameWith() {
  const given = new URLSearchParams(location.search)
  const part = (name: string) => given.get(name) ?? undefined
  const state = part('state')
  history.replaceState(history.state, '', location.pathname)
  return state === undefined
    ? undefined
    : {
        state,
        code: part('code'),
        iss: part('iss'),
        error: part('error'),
        error_description: part('error_description'),
      }
}
