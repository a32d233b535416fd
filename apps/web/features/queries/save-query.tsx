import { Button, Textarea, TextInput } from '@mantine/core'
import { query as declared } from '@weft/catalogue/resources/query/query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

const texts = defineMessages({
  save: { en: 'Save query', de: 'Abfrage speichern' },
  rename: { en: 'Rename query', de: 'Abfrage umbenennen' },
})

type Words = { name: string; description: string }
type Props = {
  initial: Words
  isRename: boolean
  onClose: () => void
  onSave: (words: Words) => Promise<unknown>
}

/** What a query is called and what it is for. */
export function SaveQuery({ initial, isRename, onClose, onSave }: Props) {
  const t = useTexts(texts)
  const read = useLabel()
  const [words, setWords] = useState(initial)
  const saving = useMutation({ mutationFn: () => onSave(words), onSuccess: onClose })
  const wrong = saving.error instanceof ApiError ? saving.error : undefined
  const { name, description } = declared.labels.fields
  const labelOf = (one: typeof name) => read('label' in one ? one.label : one)
  const title = isRename ? t.rename() : t.save()
  const elsewhere = wrong && !wrong.errors['name'] && !wrong.errors['description']
  return (
    <Dialog
      title={title}
      size={460}
      onClose={onClose}
      actions={
        <Button loading={saving.isPending} onClick={() => saving.mutate()}>
          {title}
        </Button>
      }
    >
      <TextInput
        label={labelOf(name)}
        withAsterisk
        data-autofocus
        value={words.name}
        error={wrong?.errors['name']?.[0]}
        onChange={(event) => setWords({ ...words, name: event.currentTarget.value })}
      />
      <Textarea
        label={labelOf(description)}
        withAsterisk
        autosize
        minRows={2}
        mt="sm"
        value={words.description}
        error={wrong?.errors['description']?.[0]}
        onChange={(event) => setWords({ ...words, description: event.currentTarget.value })}
      />
      {elsewhere && (
        <p role="alert" style={{ color: 'var(--red)' }}>
          {wrong.errors['sql']?.[0] ?? wrong.message}
        </p>
      )}
    </Dialog>
  )
}
