import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { note } from '@weft/catalogue/resources/note/note.ts'
import type { Row } from '@weft/kit/define/resource.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconNote, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import s from './notes.module.css'

const texts = defineMessages({
  about: { en: 'What everybody on this project should know.', de: 'Was alle in diesem Projekt wissen sollten.' },
  fresh: { en: 'New note', de: 'Neue Notiz' },
  find: { en: 'Search notes', de: 'Notizen suchen' },
  none: { en: 'No notes yet', de: 'Noch keine Notizen' },
  nothing: { en: 'No note matches the search', de: 'Keine Notiz passt zur Suche' },
  more: { en: 'Show more', de: 'Mehr anzeigen' },
  save: { en: 'Save', de: 'Speichern' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{title}”?', de: '„{title}“ löschen?' },
  saved: { en: 'Note saved', de: 'Notiz gespeichert' },
  close: { en: 'Close', de: 'Schließen' },
})

type Note = Row<typeof note>

/** The notes of a project as cards; a click opens one for reading and writing. */
export function NotesScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const { ago } = useFormats()
  const may = useMay()
  const list = useList<Note>('/notes', { sort: '-updated_at', perPage: 50 })
  const [open, setOpen] = useState<Partial<Note>>()
  const search = useDebouncedCallback((searchTerm: string) => list.set({ searchTerm }), 200)
  const fresh = may('projects.create') && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setOpen({})}>
      {t.fresh()}
    </Button>
  )
  return (
    <Page title={read(note.labels.many)} subtitle={t.about()} actions={fresh}>
      <TextInput w={230} mb={14} aria-label={t.find()} placeholder={t.find()} defaultValue={list.searchTerm} leftSection={<IconSearch size={14} />} onChange={(event) => search(event.currentTarget.value)} />
      {list.rows.length === 0 && !list.loading && <EmptyState icon={IconNote} title={list.searchTerm ? t.nothing() : t.none()} action={!list.searchTerm && fresh} />}
      <ul className={s['cards']}>
        {list.rows.map((one) => (
          <li key={one.id}>
            <button type="button" className={s['card']} onClick={() => setOpen(one)}>
              <b>{one.title}</b>
              <span className={s['text']}>{one.note}</span>
              <small>{ago(one.updated_at)}</small>
            </button>
          </li>
        ))}
      </ul>
      {list.total > list.rows.length && (
        <Button variant="default" mt={14} onClick={() => list.set({ perPage: 100 })}>
          {t.more()}
        </Button>
      )}
      {open && <Editor value={open} close={() => setOpen(undefined)} />}
    </Page>
  )
}

function Editor({ value, close }: { value: Partial<Note>; close: () => void }) {
  const t = useTexts(texts)
  const read = useLabel()
  const may = useMay()
  const [title, setTitle] = useState(value.title ?? '')
  const [text, setText] = useState(value.note ?? '')
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const readOnly = !may(value.id ? 'projects.update' : 'projects.create')
  const fields = note.labels.fields

  const save = async () => {
    try {
      if (value.id) await api.put(`/notes/${value.id}`, { title, note: text })
      else await api.post('/notes', { title, note: text })
      toast({ title: t.saved(), message: title, tone: 'green' })
      await refresh('/notes')
      close()
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.errors)
      else throw error
    }
  }
  const remove = async () => {
    if (!(await confirm({ title: t.sure({ title: value.title ?? '' }), action: t.remove(), danger: true }))) return
    await api.delete(`/notes/${value.id}`)
    await refresh('/notes')
    close()
  }
  return (
    <Modal opened onClose={close} size={620} title={value.id ? read(note.labels.one) : t.fresh()} closeButtonProps={{ 'aria-label': t.close() }}>
      <form className={s['form']} noValidate onSubmit={(event) => { event.preventDefault(); void save() }}>
        <TextInput label={read(fields.title as { en: string; de: string })} required data-autofocus value={title} error={errors['title']?.join(' ')} readOnly={readOnly} onChange={(event) => setTitle(event.currentTarget.value)} />
        <Textarea label={read(fields.note as { en: string; de: string })} required autosize minRows={8} maxRows={20} value={text} error={errors['note']?.join(' ')} readOnly={readOnly} onChange={(event) => setText(event.currentTarget.value)} />
        <div className={s['buttons']}>
          {value.id && may('projects.delete') && (
            <Button variant="danger" onClick={remove}>
              {t.remove()}
            </Button>
          )}
          <Button variant="default" ml="auto" onClick={close}>
            {t.cancel()}
          </Button>
          {!readOnly && <Button type="submit">{t.save()}</Button>}
        </div>
      </form>
    </Modal>
  )
}
