import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconDownload, IconHistory, IconRestore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FolderEntry } from '../shared/file-explorer/api.ts'
import s from './data-lake.module.css'
import { lakePath } from './lake.ts'

const texts = defineMessages({
  title: { en: 'Versions of {name}', de: 'Versionen von {name}' },
  now: { en: 'Now', de: 'Jetzt' },
  until: { en: 'Until {when}', de: 'Bis {when}' },
  since: { en: 'since {when}', de: 'seit {when}' },
  more: { en: '{size} more than now', de: '{size} mehr als jetzt' },
  less: { en: '{size} less than now', de: '{size} weniger als jetzt' },
  same: { en: 'as large as now', de: 'so groß wie jetzt' },
  restore: { en: 'Restore', de: 'Wiederherstellen' },
  restoreOne: { en: 'Restore the version until {when}', de: 'Version bis {when} wiederherstellen' },
  download: { en: 'Download', de: 'Herunterladen' },
  downloadOne: { en: 'Download the version until {when}', de: 'Version bis {when} herunterladen' },
  sure: { en: 'Restore this version?', de: 'Diese Version wiederherstellen?' },
  sureText: {
    en: 'The content the file has now is kept as a version, as far as the folder keeps any.',
    de: 'Der jetzige Inhalt der Datei bleibt als Version erhalten, soweit der Ordner welche aufbewahrt.',
  },
  restored: { en: 'Version restored', de: 'Version wiederhergestellt' },
  none: { en: 'No earlier version', de: 'Keine frühere Version' },
  noneText: {
    en: 'When this file is written again, its earlier content is kept if the rules of its folder say so.',
    de: 'Wird diese Datei erneut geschrieben, bleibt ihr früherer Inhalt erhalten, wenn die Regeln ihres Ordners es vorsehen.',
  },
})

/** The earlier contents of a file, to be compared by size and time, loaded and restored. */
export function VersionsDialog({
  file,
  mayRestore,
  onClose,
}: {
  file: FolderEntry
  mayRestore: boolean
  onClose: () => void
}) {
  const t = useTexts(texts)
  const { bytes, exactTime } = useFormats()
  const { send } = useSubmit()
  const { data } = useQuery({
    queryKey: [`${lakePath}/versions`, file.path, file.modified_at],
    queryFn: ({ signal }) => api.get(`${lakePath}/versions`, { path: file.path }, { signal }).then(({ data }) => data),
  })
  const restore = async (until: string) => {
    if (!(await confirm({ title: t.sure(), text: t.sureText(), action: t.restore() }))) return
    await send(async () => {
      await api.post(`${lakePath}/restore`, { path: file.path, until })
      toast({ title: t.restored(), message: file.name, tone: 'green' })
      await refresh('/files', lakePath)
      onClose()
    })
  }
  const compared = (size: number) => {
    const more = size - file.size
    return more === 0 ? t.same() : t[more > 0 ? 'more' : 'less']({ size: bytes(Math.abs(more)) })
  }
  return (
    <Dialog onClose={onClose} title={t.title({ name: file.name })} size={620}>
      {data?.length === 0 && <EmptyState small icon={IconHistory} title={t.none()} text={t.noneText()} />}
      {data && data.length > 0 && (
        <ul className={s['files']}>
          <li>
            <span>
              <b>{t.now()}</b>
              <small>{t.since({ when: exactTime(file.modified_at) })}</small>
            </span>
            <span className={s['end']}>{bytes(file.size)}</span>
          </li>
          {data.map(({ path, size, until }) => (
            <li key={until}>
              <span>
                <b>{t.until({ when: exactTime(until) })}</b>
                <small>
                  {bytes(size)}, {compared(size)}
                </small>
              </span>
              <span className="buttons">
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconDownload size={14} />}
                  aria-label={t.downloadOne({ when: exactTime(until) })}
                  onClick={() => void api.download('/files/content', { path }, file.name)}
                >
                  {t.download()}
                </Button>
                {mayRestore && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconRestore size={14} />}
                    aria-label={t.restoreOne({ when: exactTime(until) })}
                    onClick={() => void restore(until)}
                  >
                    {t.restore()}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
