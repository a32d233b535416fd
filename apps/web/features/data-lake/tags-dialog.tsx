import { Button, TagsInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { lakePath, useTags } from './lake.ts'

const texts = defineMessages({
  title: { en: 'Tags of {name}', de: 'Schlagwörter von {name}' },
  tags: { en: 'Tags', de: 'Schlagwörter' },
  help: {
    en: 'Write a word and press Enter. At most 20 tags.',
    de: 'Wort schreiben und die Eingabetaste drücken. Höchstens 20 Schlagwörter.',
  },
  save: { en: 'Save', de: 'Speichern' },
})

/** Gives a file its tags; those that others have are offered. */
export function TagsDialog({
  path,
  name,
  tags,
  onClose,
}: {
  path: string
  name: string
  tags: readonly string[]
  onClose: () => void
}) {
  const t = useTexts(texts)
  const known = useTags()
  const [value, setValue] = useState([...tags])
  const { busy, send, errorAt } = useSubmit(allAt('tags'))
  const save = () =>
    send(async () => {
      await api.post(`${lakePath}/tags`, { path, tags: value }, { quiet: true })
      await refresh(lakePath)
      onClose()
    })
  const action = (
    <Button loading={busy} onClick={() => void save()}>
      {t.save()}
    </Button>
  )
  return (
    <Dialog onClose={onClose} title={t.title({ name })} size={460} actions={action}>
      <TagsInput
        label={t.tags()}
        description={t.help()}
        value={value}
        maxTags={20}
        maxLength={60}
        data={known.map(({ tag }) => tag)}
        error={errorAt('tags')}
        data-autofocus
        onChange={setValue}
      />
    </Dialog>
  )
}
