import { Button, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import type { Issued } from './api.ts'

const texts = defineMessages({
  title: { en: 'Add agent', de: 'Agent hinzufügen' },
  name: { en: 'Name', de: 'Name' },
  help: {
    en: 'Where it stands, such as “Plant Hamburg”. Several for one site take over from each other.',
    de: 'Wo er steht, etwa „Werk Hamburg“. Mehrere an einem Standort springen füreinander ein.',
  },
  go: { en: 'Show the command', de: 'Befehl anzeigen' },
})

export function AddAgent({ onClose, issued }: { onClose: () => void; issued: (issued: Issued) => void }) {
  const t = useTexts(texts)
  const [name, setName] = useState('')
  const { busy, send, errorAt } = useSubmit(assignToField('name'))
  const add = () =>
    send(async () => {
      const { data } = await api.post('/agents', { name }, { quiet: true })
      await refresh('/agents')
      issued(data)
    })
  return (
    <Dialog
      title={t.title()}
      size={480}
      onClose={onClose}
      actions={
        <Button loading={busy} onClick={() => void add()}>
          {t.go()}
        </Button>
      }
    >
      <TextInput
        label={t.name()}
        description={t.help()}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errorAt('name')}
      />
    </Dialog>
  )
}
