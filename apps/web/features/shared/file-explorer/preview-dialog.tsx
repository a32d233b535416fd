import { Button } from '@mantine/core'
import { IconDownload, IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { FilesPath, FolderEntry } from './api.ts'
import s from './file-explorer.module.css'

const texts = defineMessages({
  download: { en: 'Download', de: 'Herunterladen' },
  preview: { en: 'Preview', de: 'Vorschau' },
  binary: { en: 'This file cannot be shown.', de: 'Diese Datei kann nicht angezeigt werden.' },
  seen: { en: '{columns} columns, {entries} entries{more}', de: '{columns} Spalten, {entries} Einträge{more}' },
  andMore: { en: ' and more', de: ' und mehr' },
})

/** The beginning of a file: its records where it holds some, its text otherwise. */
export function PreviewDialog({ at, entry, onClose }: { at: FilesPath; entry: FolderEntry; onClose: () => void }) {
  const t = useTexts(texts)
  const { number, bytes } = useFormats()
  const { data } = useQuery({
    queryKey: [`${at}/preview`, entry.path, entry.modified_at],
    queryFn: async ({ signal }) => (await api.get(`${at}/preview`, { path: entry.path, rows: 50 }, { signal })).data,
  })
  return (
    <Dialog onClose={onClose} title={entry.name} size={1000}>
      {data?.kind === 'records' && (
        <>
          <p className={s['seen']}>
            {bytes(data.size)} · {data.type.toUpperCase()} ·{' '}
            {t.seen({
              columns: data.columns.length,
              entries: number(data.entries),
              more: data.complete ? '' : t.andMore(),
            })}
          </p>
          <ResultTable label={t.preview()} columns={data.columns} rows={data.rows} />
        </>
      )}
      {data?.kind === 'text' &&
        (data.text === '' ? (
          <EmptyState small icon={IconFile} title={t.binary()} text={data.reason} />
        ) : (
          <pre className={s['text']} tabIndex={0}>
            {data.text}
          </pre>
        ))}
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
