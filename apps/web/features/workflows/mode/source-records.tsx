import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Element } from '@weft/kit/define/element.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconEye, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { lookOf, type Look } from './look-of.ts'
import s from './source-records.module.css'
import { useConnectionBeside } from './use-source.ts'

const texts = defineMessages({
  title: { en: 'In the other system', de: 'Im anderen System' },
  show: { en: 'Show ten records', de: 'Zehn Datensätze zeigen' },
  again: { en: 'Read again', de: 'Neu lesen' },
  reading: { en: 'Reading …', de: 'Wird gelesen …' },
  note: {
    en: 'Read just now, nothing stored; what tells of people is masked.',
    de: 'Gerade gelesen, nichts gespeichert; was von Personen erzählt, ist maskiert.',
  },
  withoutFilter: {
    en: 'Conditions with values that only a run knows are left out.',
    de: 'Bedingungen mit Werten, die erst ein Lauf kennt, bleiben weg.',
  },
  unfinished: {
    en: 'Ten records are shown here as soon as connection and source are named.',
    de: 'Zehn Datensätze stehen hier, sobald Verbindung und Quelle genannt sind.',
  },
  unknown: {
    en: 'This project has no connection of this name yet.',
    de: 'Eine Verbindung dieses Namens hat dieses Projekt noch nicht.',
  },
  late: {
    en: 'What is read here is known only with the records of a run.',
    de: 'Was hier gelesen wird, steht erst mit den Datensätzen eines Laufs fest.',
  },
  empty: { en: 'Nothing is there at the moment.', de: 'Zurzeit ist dort nichts.' },
  missing: { en: 'It is not there any more', de: 'Es ist nicht mehr da' },
  cannot: { en: 'Nothing can be shown of it', de: 'Davon lässt sich nichts zeigen' },
  away: { en: 'The system does not answer at the moment', de: 'Das System antwortet zurzeit nicht' },
  refused: { en: 'The system refuses', de: 'Das System lehnt ab' },
})

/** Ten records of what a step reads or writes, for whoever may look through the connection and asks for them. */
export function SourceRecords({ element, settings }: { element: Element; settings: Record<string, unknown> }) {
  const t = useTexts(texts)
  const may = useMay()
  const title = useId()
  const [typed] = useDebouncedValue(settings, 300)
  const id = useConnectionBeside(typed)
  const looking = lookOf(element, typed)
  if (looking === undefined || !may('connections.run')) return null
  return (
    <section className={s['records']} aria-labelledby={title}>
      <h3 id={title}>{t.title()}</h3>
      {typeof looking === 'string' ? (
        <p>{t[looking]()}</p>
      ) : id === undefined ? (
        <p>{t.unknown()}</p>
      ) : (
        <Records
          key={id + JSON.stringify(looking.look)}
          id={id}
          look={looking.look}
          isTyping={JSON.stringify(typed) !== JSON.stringify(settings)}
          note={looking.withoutFilter ? `${t.note()} ${t.withoutFilter()}` : t.note()}
        />
      )}
    </section>
  )
}

type RecordsProps = { id: string; look: Look; isTyping: boolean; note: string }

/** Nothing is asked of a system before somebody wants to see it, nor about what is still being typed. */
function Records({ id, look, isTyping, note }: RecordsProps) {
  const t = useTexts(texts)
  const [isWanted, want] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [`/connections/${id}/look`, look],
    queryFn: ({ signal }) => api.post(`/connections/${id}/look`, look, { signal, quiet: true }),
    enabled: isWanted,
    retry: false,
    staleTime: 60_000,
  })
  const rows = data?.data ?? []
  return (
    <>
      <div role="status" className={s['state']}>
        {isFetching ? (
          <p>{t.reading()}</p>
        ) : error ? (
          <>
            <p className={s['wrong']}>{t[stateOf(error)]()}</p>
            <p>{error.message}</p>
          </>
        ) : data ? (
          <p>{rows.length === 0 ? t.empty() : note}</p>
        ) : null}
      </div>
      {!isFetching && !error && rows.length > 0 && (
        <ResultTable label={t.title()} columns={[...new Set(rows.flatMap((row) => Object.keys(row)))]} rows={rows} />
      )}
      <Button
        size="xs"
        variant="default"
        loading={isFetching}
        disabled={isTyping}
        leftSection={data || error ? <IconRefresh size={14} /> : <IconEye size={14} />}
        onClick={() => (isWanted ? void refetch() : want(true))}
      >
        {data || error ? t.again() : t.show()}
      </Button>
    </>
  )
}

function stateOf(error: Error): 'missing' | 'cannot' | 'away' | 'refused' {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404) return 'missing'
  if (status === 409) return 'cannot'
  return status === 422 || status === 403 ? 'refused' : 'away'
}
