import { Button, Textarea, TextInput } from '@mantine/core'
import { note } from '@weft/catalogue/resources/note/note.ts'
import type { Row } from '@weft/kit/define/resource.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useId, useState } from 'react'
import s from './notes.module.css'

const texts = defineMessages({
  fresh: { en: 'New note', de: 'Neue Notiz' },
  save: { en: 'Save', de: 'Speichern' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{title}”?', de: '„{title}“ löschen?' },
  saved: { en: 'Note saved', de: 'Notiz gespeichert' },
})

export type Note = Row<typeof note>

/** Reads and writes one note; a new one may be about an entry, said by type and id. */
export function NoteEditor({ value, close }: { value: Partial<Note>; close: () => void }) {
  const t = useTexts(texts)
  const read = useLabel()
  const may = useMay()
  const [title, setTitle] = useState(value.title ?? '')
  const [text, setText] = useState(value.note ?? '')
  const { send, errorAt } = useSubmit()
  const form = useId()
  const readOnly = !may(value.id ? 'projects.update' : 'projects.create')
  const fields = note.labels.fields

  const save = () =>
    send(async () => {
      if (value.id) await api.put(`/notes/${value.id}`, { title, note: text })
      else
        await api.post('/notes', {
          title,
          note: text,
          ...(value.type_id && { type: value.type, type_id: value.type_id }),
        })
      toast({ title: t.saved(), message: title, tone: 'green' })
      await refresh('/notes')
      close()
    })
  const remove = async () => {
    if (!(await confirm({ title: t.sure({ title: value.title ?? '' }), action: t.remove(), danger: true }))) return
    await api.delete(`/notes/${value.id}`)
    await refresh('/notes')
    close()
  }
  const removal = value.id && may('projects.delete') && (
    <Button variant="danger" onClick={remove}>
      {t.remove()}
    </Button>
  )
  const saving = !readOnly && (
    <Button type="submit" form={form}>
      {t.save()}
    </Button>
  )
  return (
    <Dialog
      onClose={close}
      size={620}
      title={value.id ? read(note.labels.one) : t.fresh()}
      beside={removal}
      actions={saving}
    >
      <form
        id={form}
        className={s['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          label={read(fields.title as { en: string; de: string })}
          required
          data-autofocus
          value={title}
          error={errorAt('title')}
          readOnly={readOnly}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label={read(fields.note as { en: string; de: string })}
          required
          autosize
          minRows={8}
          maxRows={20}
          value={text}
          error={errorAt('note')}
          readOnly={readOnly}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
