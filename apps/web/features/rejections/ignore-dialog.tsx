import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { useCauseActions } from './actions.ts'
import { emptyDraft, ignoringOf, isComplete } from './ignore-draft.ts'
import { IgnoringForm } from './ignoring.tsx'
import { causeTexts } from './texts.ts'

const texts = defineMessages({
  title: {
    en: '{count, plural, one {Ignore this cause} other {Ignore # causes}}',
    de: '{count, plural, one {Diese Ursache ignorieren} other {# Ursachen ignorieren}}',
  },
  about: {
    en: 'The records stay where they are, and new ones are still counted.',
    de: 'Die Datensätze bleiben, wo sie sind, und neue werden weiter gezählt.',
  },
})

/** Leaves causes alone for a reason. */
export function IgnoreDialog({ ids, onClose }: { ids: string[]; onClose: (done: boolean) => void }) {
  const t = useTexts(texts)
  const words = useTexts(causeTexts)
  const actions = useCauseActions()
  const [draft, setDraft] = useState(emptyDraft)
  const { busy, errorAt, send } = useSubmit()
  return (
    <Dialog
      title={t.title({ count: ids.length })}
      size={480}
      onClose={() => onClose(false)}
      actions={
        <Button
          loading={busy}
          disabled={!isComplete(draft)}
          onClick={() => void send(async () => (await actions.ignore(ids, ignoringOf(draft)), onClose(true)))}
        >
          {words.ignore()}
        </Button>
      }
    >
      <p className="muted" style={{ marginBottom: 12 }}>
        {t.about()}
      </p>
      <IgnoringForm draft={draft} onChange={setDraft} error={errorAt('reason')} />
    </Dialog>
  )
}
