import { ActionIcon, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { defineMessages } from '../../messages/messages.ts'
import s from '../data-table.module.css'
import { useFormats } from '../format.ts'
import type { ListState } from '../list.ts'
import { useTexts } from '../texts.ts'

const texts = defineMessages({
  range: { en: '{from}–{to} of {total}', de: '{from}–{to} von {total}' },
  rangeOfMore: { en: '{from}–{to} of more than {total}', de: '{from}–{to} von mehr als {total}' },
  sortedAmong: { en: 'sorted: the newest {count}', de: 'sortiert: die neuesten {count}' },
  none: { en: 'No entries', de: 'Keine Einträge' },
  perPage: { en: 'Rows', de: 'Zeilen' },
  page: { en: 'Page {page} of {pages}', de: 'Seite {page} von {pages}' },
  previous: { en: 'Previous page', de: 'Vorherige Seite' },
  next: { en: 'Next page', de: 'Nächste Seite' },
})

/** Which rows of how many, and the way to the others. */
export function Foot<T>({ list }: { list: ListState<T> }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const hasMore = list.meta['more'] === true
  const { sortedAmong } = list.meta
  const pages = Math.max(1, Math.ceil(list.total / list.perPage), hasMore ? list.page : 0)
  const from = (list.page - 1) * list.perPage + 1
  const to = hasMore ? from + list.rows.length - 1 : Math.min(list.page * list.perPage, list.total)
  const isLast = list.page >= pages && !(hasMore && list.rows.length === list.perPage)
  return (
    <div className={s['foot']}>
      <span className="num" aria-live="polite">
        {list.total === 0
          ? t.none()
          : t[hasMore ? 'rangeOfMore' : 'range']({
              from: number(from),
              to: number(to),
              total: number(list.total),
            })}
        {typeof sortedAmong === 'number' && `, ${t.sortedAmong({ count: number(sortedAmong) })}`}
      </span>
      <span className={s['rest']}>{t.perPage()}</span>
      <Select
        size="xs"
        w={70}
        aria-label={t.perPage()}
        data={['10', '25', '50', '100']}
        value={String(list.perPage)}
        allowDeselect={false}
        onChange={(value) => list.set({ perPage: Number(value) })}
      />
      <span className="num">{t.page({ page: number(list.page), pages: number(pages) })}</span>
      <ActionIcon
        variant="default"
        disabled={list.page <= 1}
        aria-label={t.previous()}
        onClick={() => list.set({ page: list.page - 1 })}
      >
        <IconChevronLeft size={15} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        disabled={isLast}
        aria-label={t.next()}
        onClick={() => list.set({ page: list.page + 1 })}
      >
        <IconChevronRight size={15} />
      </ActionIcon>
    </div>
  )
}
