import { Button } from '@mantine/core'
import { IconDownload, IconFileAlert } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { FilesPath, FolderEntry } from './api.ts'
import s from './file-explorer.module.css'
import { Preview } from './preview.tsx'

const texts = defineMessages({
  download: { en: 'Download', de: 'Herunterladen' },
  failed: { en: 'This file could not be looked into', de: 'In diese Datei konnte nicht hineingesehen werden' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
})

/** What a file holds, as far as it fits on a screen. */
export function PreviewDialog({ at, entry, onClose }: { at: FilesPath; entry: FolderEntry; onClose: () => void }) {
  const t = useTexts(texts)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [`${at}/preview`, entry.path, entry.modified_at],
    // A look has limits of its own on the server, and what they are is said there.
    queryFn: async ({ signal }) =>
      (await api.get(`${at}/preview`, { path: entry.path, rows: 50 }, { signal, quiet: true, timeout: false })).data,
  })
  return (
    <Dialog onClose={onClose} title={entry.name} size={1000}>
      {data && <Preview name={entry.name} of={data} />}
      {error && (
        <EmptyState
          icon={IconFileAlert}
          title={t.failed()}
          text={error.message}
          action={
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              {t.again()}
            </Button>
          }
        />
      )}
      <div className={s['dialogActions']}>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          onClick={() => void api.download(`${at}/content`, { path: entry.path })}
        >
          {t.download()}
        </Button>
      </div>
    </Dialog>
  )
}
