import { Button } from '@mantine/core'
import { note } from '@weft/catalogue/resources/note/note.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { NoteEditor, type Note } from './note-editor.tsx'
import s from './notes.module.css'

const texts = defineMessages({
  add: { en: 'Add note', de: 'Notiz hinzufügen' },
  none: { en: 'No notes on this entry yet.', de: 'Noch keine Notizen zu diesem Eintrag.' },
})

/** The notes on one entry, such as a workflow. */
export function NotesPanel({ type, id }: { type: string; id: string }) {
  const t = useTexts(texts)
  const read = useLabel()
  const { ago } = useFormats()
  const may = useMay()
  const list = useList('/notes', {
    sort: '-updated_at',
    perPage: 50,
    query: { 'filter[type]': type, 'filter[type_id]': id },
    local: true,
  })
  const [open, setOpen] = useState<Partial<Note>>()
  const add = may('projects.create') && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} />}
      onClick={() => setOpen({ type, type_id: id })}
    >
      {t.add()}
    </Button>
  )
  return (
    <Panel title={read(note.labels.many)} actions={add}>
      {list.rows.length === 0 && !list.loading && <p className="muted">{t.none()}</p>}
      <ul className={s['attached']}>
        {list.rows.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => setOpen(one)}>
              <b>{one.title}</b>
              <span className={s['text']}>{one.note}</span>
              <small>{ago(one.updated_at)}</small>
            </button>
          </li>
        ))}
      </ul>
      {open && <NoteEditor value={open} close={() => setOpen(undefined)} />}
    </Panel>
  )
}
