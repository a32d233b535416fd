import type { Sent } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useState } from 'react'
import type { TrialPath } from './level.ts'

const texts = defineMessages({
  sent: { en: 'Sent to {to}', de: 'An {to} gesendet' },
  kept: { en: 'Kept in the mail log', de: 'Im Mailprotokoll aufbewahrt' },
  keptWhy: { en: 'No mail server is set up.', de: 'Es ist kein Mailserver eingerichtet.' },
})

/** Sends a mail with the words being tried to whoever tries them. */
export function useTestMail(path: TrialPath) {
  const t = useTexts(texts)
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async send(tried: Sent<'POST', `${TrialPath}/test`>) {
      setBusy(true)
      try {
        const { data } = await api.post(`${path}/test`, tried)
        toast(
          data.mail === 'sent'
            ? { title: t.sent({ to: data.to }), tone: 'green' }
            : { title: t.kept(), message: t.keptWhy(), tone: 'amber' },
        )
      } finally {
        setBusy(false)
      }
    },
  }
}
