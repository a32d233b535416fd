import { Button, TextInput } from '@mantine/core'
import { note } from '@weft/catalogue/resources/note/note.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconNote, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { NoteEditor, type Note } from './note-editor.tsx'
import s from './notes.module.css'

const texts = defineMessages({
  about: { en: 'What everybody on this project should know.', de: 'Was alle in diesem Projekt wissen sollten.' },
  fresh: { en: 'New note', de: 'Neue Notiz' },
  find: { en: 'Search notes', de: 'Notizen suchen' },
  none: { en: 'No notes yet', de: 'Noch keine Notizen' },
  nothing: { en: 'No note matches the search', de: 'Keine Notiz passt zur Suche' },
  onWorkflow: { en: 'On a workflow', de: 'Zu einem Workflow' },
  more: { en: 'Show more', de: 'Mehr anzeigen' },
})

/** The notes of a project as cards; a click opens one for reading and writing. */
export function NotesScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const { ago } = useFormats()
  const may = useMay()
  const list = useList('/notes', { sort: '-updated_at', perPage: 50 })
  const [open, setOpen] = useState<Partial<Note>>()
  const search = useDebouncedCallback((searchTerm: string) => list.set({ searchTerm }), 200)
  const fresh = may('projects.create') && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setOpen({})}>
      {t.fresh()}
    </Button>
  )
  return (
    <Page title={read(note.labels.many)} subtitle={t.about()} actions={fresh}>
      <TextInput
        w={230}
        mb={14}
        aria-label={t.find()}
        placeholder={t.find()}
        defaultValue={list.searchTerm}
        leftSection={<IconSearch size={14} />}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {list.rows.length === 0 && !list.loading && (
        <EmptyState
          icon={IconNote}
          title={list.searchTerm ? t.nothing() : t.none()}
          action={!list.searchTerm && fresh}
        />
      )}
      <ul className={s['cards']}>
        {list.rows.map((one) => (
          <li key={one.id}>
            <button type="button" className={s['card']} onClick={() => setOpen(one)}>
              <b>{one.title}</b>
              <span className={s['text']}>{one.note}</span>
              <small>
                {one.type === 'workflow' && `${t.onWorkflow()} · `}
                {ago(one.updated_at)}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {list.total > list.rows.length && (
        <Button variant="default" mt={14} onClick={() => list.set({ perPage: 100 })}>
          {t.more()}
        </Button>
      )}
      {open && <NoteEditor value={open} close={() => setOpen(undefined)} />}
    </Page>
  )
}
