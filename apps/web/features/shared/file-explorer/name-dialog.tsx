import { Button, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import type { FilesPath, FolderEntry } from './api.ts'
import s from './file-explorer.module.css'

const texts = defineMessages({
  newFolder: { en: 'New folder', de: 'Neuer Ordner' },
  folderName: { en: 'Name of the folder', de: 'Name des Ordners' },
  create: { en: 'Create', de: 'Anlegen' },
  renameTitle: { en: 'Rename “{name}”', de: '„{name}“ umbenennen' },
  newName: { en: 'New name', de: 'Neuer Name' },
  save: { en: 'Save', de: 'Speichern' },
})

/** Asks for the name of a new folder, or the new name of an entry. */
export function NameDialog({
  at,
  folder,
  entry,
  onClose,
}: {
  at: FilesPath
  folder: string
  entry: FolderEntry | undefined
  onClose: () => void
}) {
  const t = useTexts(texts)
  const [name, setName] = useState(entry?.name ?? '')
  const { send, errorAt } = useSubmit(allAt('path'))
  const save = () =>
    send(async () => {
      const to = folder === '' ? name : `${folder}/${name}`
      if (entry) await api.post(`${at}/move`, { path: entry.path, to }, { quiet: true })
      else await api.post(`${at}/folders`, { path: to }, { quiet: true })
      await refresh(at)
      onClose()
    })
  return (
    <Dialog onClose={onClose} title={entry ? t.renameTitle({ name: entry.name }) : t.newFolder()} size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          label={entry ? t.newName() : t.folderName()}
          value={name}
          maxLength={200}
          error={errorAt('path')}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value.replaceAll('/', ''))}
        />
        <div className={s['dialogActions']}>
          <Button type="submit" disabled={name.trim() === ''}>
            {entry ? t.save() : t.create()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
