import { Button, Textarea } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { useFailureActions } from './actions.ts'
import { failureTexts } from './texts.ts'

const texts = defineMessages({
  title: {
    en: '{count, plural, one {Ignore this cause} other {Ignore # causes}}',
    de: '{count, plural, one {Diese Ursache ignorieren} other {# Ursachen ignorieren}}',
  },
  about: {
    en: 'Runs that fail by it are still counted. It stays ignored until somebody opens it again.',
    de: 'Läufe, die daran scheitern, werden weiter gezählt. Sie bleibt ignoriert, bis jemand sie wieder öffnet.',
  },
  reason: { en: 'Reason', de: 'Grund' },
})

/** Leaves causes of failures alone for a reason. */
export function IgnoreDialog({ ids, onClose }: { ids: string[]; onClose: (done: boolean) => void }) {
  const t = useTexts(texts)
  const words = useTexts(failureTexts)
  const actions = useFailureActions()
  const [reason, setReason] = useState('')
  const { busy, errorAt, send } = useSubmit()
  return (
    <Dialog
      title={t.title({ count: ids.length })}
      size={480}
      onClose={() => onClose(false)}
      actions={
        <Button
          loading={busy}
          disabled={reason.trim() === ''}
          onClick={() => void send(async () => (await actions.ignore(ids, reason), onClose(true)))}
        >
          {words.ignore()}
        </Button>
      }
    >
      <p className="muted" style={{ marginBottom: 12 }}>
        {t.about()}
      </p>
      <Textarea
        label={t.reason()}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        error={errorAt('reason')}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </Dialog>
  )
}
