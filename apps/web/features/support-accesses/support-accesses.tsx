import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { SupportAccesses } from '../tenants/security.tsx'

const texts = defineMessages({
  title: { en: 'Support accesses', de: 'Support-Zugänge' },
  about: {
    en: 'When the provider or your partner worked in here, why and for how long. You can end an open access at any time.',
    de: 'Wann der Anbieter oder Ihr Partner hier gearbeitet hat, weshalb und wie lange. Einen offenen Zugang können Sie jederzeit beenden.',
  },
})

export function SupportAccessesScreen() {
  const t = useTexts(texts)
  const client = useSession((value) => value.client)
  return (
    <Page title={t.title()} subtitle={t.about()}>
      {client && <SupportAccesses tenant_id={client.id} />}
    </Page>
  )
}
