import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { DropZone } from '@weft/kit/ui/drop-zone.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useRef, useState } from 'react'
import type { FilesPath, Folder } from './api.ts'
import s from './file-explorer.module.css'

const texts = defineMessages({
  uploadTitle: { en: 'Upload files', de: 'Dateien hochladen' },
  cancelUpload: { en: 'Cancel upload', de: 'Upload abbrechen' },
  cancelled: { en: 'Upload cancelled', de: 'Upload abgebrochen' },
  nothingKept: { en: 'Nothing was saved.', de: 'Es wurde nichts gespeichert.' },
  uploaded: {
    en: '{count, plural, one {# file} other {# files}} uploaded',
    de: '{count, plural, one {# Datei} other {# Dateien}} hochgeladen',
  },
  exists: { en: 'Replace what is there?', de: 'Vorhandenes ersetzen?' },
  replace: { en: 'Replace', de: 'Ersetzen' },
})

/** Brings files into a folder; what is there already is replaced only if wanted. */
export function UploadDialog({
  at,
  opened,
  folder,
  limits,
  onClose,
}: {
  at: FilesPath
  opened: boolean
  folder: string
  limits: Folder['meta']['limits']
  onClose: () => void
}) {
  const t = useTexts(texts)
  const [progress, setProgress] = useState<number>()
  const abort = useRef<AbortController>(undefined)
  const send = async (files: File[], replace: boolean): Promise<void> => {
    abort.current = new AbortController()
    setProgress(0)
    try {
      await api.upload(at, files, setProgress, {
        query: { path: folder, replace },
        signal: abort.current.signal,
        quiet: true,
      })
      toast({ title: t.uploaded({ count: files.length }), tone: 'green' })
      onClose()
    } catch (error) {
      if (
        error instanceof ApiError &&
        error.code === 'FILE_EXISTS' &&
        (await confirm({ title: t.exists(), text: error.message, action: t.replace() }))
      )
        return await send(files, true)
      if (error instanceof DOMException) toast({ title: t.cancelled(), message: t.nothingKept(), tone: 'amber' })
      else if (error instanceof ApiError && error.code !== 'FILE_EXISTS') toast({ title: error.message, tone: 'red' })
    } finally {
      setProgress(undefined)
      await refresh(at)
    }
  }
  const close = () => {
    abort.current?.abort()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t.uploadTitle()} size={520}>
      <DropZone
        maxFiles={limits.files}
        maxBytes={limits.megabytes * 1_000_000}
        progress={progress}
        disabled={progress !== undefined}
        onFiles={(files) => void send(files, false)}
      />
      {progress !== undefined && (
        <div className={s['dialogActions']}>
          <Button variant="default" onClick={() => abort.current?.abort()}>
            {t.cancelUpload()}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
