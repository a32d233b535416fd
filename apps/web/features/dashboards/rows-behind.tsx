import { Button, Skeleton } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AnswerTable } from '@weft/designers/insight/answer-table.tsx'
import type { DashboardFilter, FilterValues } from '@weft/kit/define/dashboard.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { DialogFrame } from '@weft/kit/ui/dialog-frame.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { useRowsBehind, type Behind } from './api.ts'
import s from './dashboards.module.css'

const texts = defineMessages({
  title: { en: 'Records behind “{name}”', de: 'Datensätze hinter „{name}“' },
  of: { en: '{name}: {place}', de: '{name}: {place}' },
  failed: { en: 'These records could not be loaded', de: 'Diese Datensätze konnten nicht geladen werden' },
  none: { en: 'No records', de: 'Keine Datensätze' },
  noneText: { en: 'Nothing lies behind this place.', de: 'Hinter dieser Stelle liegt nichts.' },
  inexact: {
    en: 'Conditions on sums and on computed values do not hold here, so there may be more than the figure counts.',
    de: 'Bedingungen an Summen und an berechnete Werte gelten hier nicht; es können mehr stehen, als die Zahl zählt.',
  },
  open: { en: 'Open', de: 'Öffnen' },
  back: { en: 'Back', de: 'Zurück' },
  next: { en: 'Next', de: 'Weiter' },
  page: { en: 'Page {page}', de: 'Seite {page}' },
  close: { en: 'Close', de: 'Schließen' },
})

type Props = { behind: Behind; filters: DashboardFilter[]; values: FilterValues; onClose: () => void }

/** The records behind a place of a tile, and the way on to each of them. */
export function RowsBehind({ behind, filters, values, onClose }: Props) {
  const t = useTexts(texts)
  const [page, setPage] = useState(1)
  const { data, error } = useRowsBehind(behind, filters, values, page)
  const { label, picked } = behind
  const place = [picked.x, picked.series].filter((one) => one !== undefined && one !== null && one !== '').join(' · ')
  const name = place ? t.of({ name: label, place }) : label
  return (
    <DialogFrame title={t.title({ name })} size={1000} onClose={onClose} actions={null} cancel={t.close()}>
      {error ? (
        <EmptyState small icon={IconDatabaseOff} title={t.failed()} text={error.message} />
      ) : !data ? (
        <Skeleton height={240} />
      ) : data.rows.length === 0 ? (
        <EmptyState small icon={IconDatabaseOff} title={t.none()} text={t.noneText()} />
      ) : (
        <div className={s['behind']}>
          {!data.exact && <p className="muted">{t.inexact()}</p>}
          <AnswerTable
            label={t.title({ name })}
            table={data}
            rowEnd={
              isOfNothing(data.of)
                ? undefined
                : (row) => (
                    <Button size="compact-xs" variant="subtle" component={Link} to={wayTo(data.of, row)}>
                      {t.open()}
                    </Button>
                  )
            }
          />
          {(page > 1 || data.more) && (
            <div className={s['pages']}>
              <Button size="xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t.back()}
              </Button>
              <span>{t.page({ page: String(page) })}</span>
              <Button size="xs" variant="default" disabled={!data.more} onClick={() => setPage(page + 1)}>
                {t.next()}
              </Button>
            </div>
          )}
        </div>
      )}
    </DialogFrame>
  )
}

type Of = { kind: 'structure' | 'run' | 'cause'; id: string | null }

/** Rows of a stage or of another data set are no records anywhere. */
const isOfNothing = ({ kind, id }: Of) => kind === 'structure' && id === null

/** Where a row is looked at: a run, a cause of rejected records, or the record in its structure. */
function wayTo({ kind, id }: Of, { _id, _workflow_id }: Record<string, unknown>) {
  if (kind === 'run') return `/project/workflows/reporting/${String(_workflow_id)}/${String(_id)}/details`
  if (kind === 'cause') return `/project/reporting/rejected/${String(_id)}`
  const conditions = encodeURIComponent(JSON.stringify([{ field: '_id', operator: 'equals', value: String(_id) }]))
  return `/project/data-store/${id}?conditions=${conditions}`
}
