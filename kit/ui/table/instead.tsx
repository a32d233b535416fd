import { Button, Skeleton } from '@mantine/core'
import { IconCloudOff, IconMoodEmpty, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { defineMessages } from '../../messages/messages.ts'
import s from '../data-table.module.css'
import { EmptyState } from '../empty-state.tsx'
import type { ListState } from '../list.ts'
import { useTexts } from '../texts.ts'

const texts = defineMessages({
  nothing: { en: 'Nothing here yet', de: 'Hier ist noch nichts' },
  nothingFound: { en: 'Nothing found', de: 'Nichts gefunden' },
  nothingFoundText: {
    en: 'No entry matches the search and the filters.',
    de: 'Kein Eintrag passt zur Suche und zu den Filtern.',
  },
  failed: { en: 'The list could not be loaded', de: 'Die Liste konnte nicht geladen werden' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
})

/** While the rows are on their way. */
export const Loading = ({ columns, compact }: { columns: number; compact: boolean }) => (
  <div className={s['loading']} aria-busy="true">
    {Array.from({ length: 8 }, (_, row) => (
      <div
        key={row}
        className={s['ghost']}
        style={{ gridTemplateColumns: `2fr repeat(${Math.max(1, columns - 1)}, 1fr)`, height: compact ? 32 : 40 }}
      >
        {Array.from({ length: columns }, (_, cell) => (
          <Skeleton key={cell} height={10} width={`${45 + ((row * 7 + cell * 13) % 40)}%`} />
        ))}
      </div>
    ))}
  </div>
)

/** Where there is no row. */
export function Nothing<T>({ list, empty }: { list: ListState<T>; empty?: ReactNode }) {
  const t = useTexts(texts)
  const searching = list.searchTerm !== '' || Object.values(list.filter).some(Boolean)
  if (!searching && empty) return <div className={s['blank']}>{empty}</div>
  return (
    <div className={s['blank']}>
      {searching ? (
        <EmptyState icon={IconSearch} title={t.nothingFound()} text={t.nothingFoundText()} />
      ) : (
        <EmptyState icon={IconMoodEmpty} title={t.nothing()} />
      )}
    </div>
  )
}

/** Where the list could not be had. */
export function Failed({ error, reload }: { error: Error; reload: () => void }) {
  const t = useTexts(texts)
  return (
    <div className={s['blank']} role="alert">
      <EmptyState
        icon={IconCloudOff}
        title={t.failed()}
        text={error.message}
        action={
          <Button variant="default" onClick={reload}>
            {t.again()}
          </Button>
        }
      />
    </div>
  )
}
