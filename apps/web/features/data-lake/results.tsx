import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Note } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconFileSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PreviewDialog } from '../shared/file-explorer/preview-dialog.tsx'
import s from './data-lake.module.css'
import { lakePath, useLook, type LakeEntry } from './lake.ts'
import { OriginOf } from './origin.tsx'

const texts = defineMessages({
  found: { en: 'Files found', de: 'Gefundene Dateien' },
  none: { en: 'No file like this', de: 'Keine solche Datei' },
  noneText: {
    en: 'Each word has to stand in the name, the tags or the text of a file.',
    de: 'Jedes Wort muss im Namen, in den Schlagwörtern oder im Text einer Datei stehen.',
  },
  looking: {
    en: 'New files are being read, {count} to go. What is found so far is shown.',
    de: 'Neue Dateien werden gelesen, noch {count}. Gezeigt wird, was bisher gefunden ist.',
  },
  more: { en: 'Show more', de: 'Mehr anzeigen' },
  storage: { en: 'Storage', de: 'Speicher' },
})

/** Files of all folders that hold what somebody looks for. */
export function LakeResults({ searchTerm, tag }: { searchTerm: string; tag: string }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const left = useLook(true)
  const [shown, setShown] = useState<LakeEntry>()
  const found = useInfiniteQuery({
    queryKey: [lakePath, searchTerm, tag],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: after }) =>
      api.get(lakePath, { searchTerm, tag, ...(after && { after }) }, { signal, quiet: true }),
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
  })
  const entries = found.data?.pages.flatMap(({ data }) => data)
  return (
    <div className={s['results']}>
      {left !== undefined && <Note>{t.looking({ count: number(left) })}</Note>}
      {entries && entries.length > 0 && (
        <ul className={s['files']} aria-label={t.found()}>
          {entries.map((entry) => (
            <li key={entry.path}>
              <Found entry={entry} onOpen={() => setShown(entry)} />
            </li>
          ))}
        </ul>
      )}
      {entries?.length === 0 && <EmptyState icon={IconFileSearch} title={t.none()} text={t.noneText()} />}
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t.more()}
        </Button>
      )}
      {shown && <PreviewDialog at="/files" entry={{ ...shown, kind: 'file' }} onClose={() => setShown(undefined)} />}
    </div>
  )
}

function Found({ entry, onOpen }: { entry: LakeEntry; onOpen: () => void }) {
  const t = useTexts(texts)
  const { bytes, ago } = useFormats()
  return (
    <>
      <span className={s['found']}>
        <button type="button" onClick={onOpen}>
          {entry.name}
        </button>
        {entry.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        <small>
          <Link to="." search={(entry.folder === '' ? {} : { path: entry.folder }) as never}>
            {entry.folder || t.storage()}
          </Link>
          {' · '}
          <OriginOf origin={entry.origin} />
        </small>
      </span>
      <span className={s['end']}>
        {bytes(entry.size)}
        <small>{ago(entry.modified_at)}</small>
      </span>
    </>
  )
}
