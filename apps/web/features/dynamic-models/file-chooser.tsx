import { Button } from '@mantine/core'
import { IconArrowLeft, IconFile, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import s from './dynamic-models.module.css'

const texts = defineMessages({
  title: { en: 'Choose a stored file', de: 'Gespeicherte Datei auswählen' },
  up: { en: 'Up', de: 'Nach oben' },
  empty: { en: 'This folder is empty', de: 'Dieser Ordner ist leer' },
  root: { en: 'Storage', de: 'Speicher' },
})

/** Walks the folders of the tenant's storage and picks one file. */
export function FileChooser({
  opened,
  onClose,
  onChosen,
}: {
  opened: boolean
  onClose: () => void
  onChosen: (path: string) => void
}) {
  const t = useTexts(texts)
  const { bytes, ago } = useFormats()
  const [folder, setFolder] = useState('')
  const { data } = useQuery({
    queryKey: ['/files', { path: folder, noPagination: true }],
    enabled: opened,
    queryFn: ({ signal }) => api.get('/files', { path: folder, noPagination: true }, { signal }),
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t.title()} size={560}>
      <div className={s['chooserHead']}>
        <Button
          size="xs"
          variant="default"
          disabled={folder === ''}
          leftSection={<IconArrowLeft size={14} />}
          onClick={() => setFolder(folder.split('/').slice(0, -1).join('/'))}
        >
          {t.up()}
        </Button>
        <code>
          {t.root()}/{folder}
        </code>
      </div>
      <ul className={s['chooser']}>
        {data?.data.map((entry) => (
          <li key={entry.path}>
            <button
              type="button"
              onClick={() => (entry.kind === 'folder' ? setFolder(entry.path) : onChosen(entry.path))}
            >
              {entry.kind === 'folder' ? <IconFolder size={16} aria-hidden /> : <IconFile size={16} aria-hidden />}
              <span>{entry.name}</span>
              <small>{entry.kind === 'file' && `${bytes(entry.size)} · ${ago(entry.modified_at)}`}</small>
            </button>
          </li>
        ))}
      </ul>
      {data?.data.length === 0 && <EmptyState small icon={IconFolder} title={t.empty()} />}
    </Dialog>
  )
}
