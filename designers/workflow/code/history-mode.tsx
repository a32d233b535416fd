import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Avatar } from '@weft/kit/ui/bits.tsx'
import { CodeDiff } from '@weft/kit/ui/code-editor.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState, type ReactNode } from 'react'
import s from './code.module.css'

const texts = defineMessages({
  history: { en: 'History', de: 'Verlauf' },
  before: { en: 'before', de: 'vorher' },
  after: { en: 'after', de: 'nachher' },
  version: { en: 'v{version}', de: 'v{version}' },
  first: { en: 'first version', de: 'erste Fassung' },
  none: { en: 'Nothing has been saved yet', de: 'Es wurde noch nichts gespeichert' },
  shownAs: { en: 'How the difference is shown', de: 'Wie der Unterschied gezeigt wird' },
  text: { en: 'Text', de: 'Text' },
  drawing: { en: 'Drawing', de: 'Zeichnung' },
  more: { en: 'Show older ones', de: 'Ältere anzeigen' },
})

export type Commit = {
  commit: string
  version: number | null
  name: string
  message: string
  author_name: string
  created_at: string
}
export type Comparison = { before: string; after: string; from?: string | null | undefined; to: string }

type Props = {
  commits: Commit[] | undefined
  total: number
  picked: string | undefined
  onPick(commit: string): void
  onMore(): void
  comparison: Comparison | undefined
  /** Draws the difference, of what is a drawing. */
  draw?(comparison: Comparison): ReactNode
}

/** The commits of a workflow, and what the chosen one changed. */
export function HistoryMode({ commits, total, picked, onPick, onMore, comparison, draw }: Props) {
  const t = useTexts(texts)
  const formats = useFormats()
  const [isDrawn, setDrawn] = useState(false)
  return (
    <div className={s['history']}>
      <div className={s['pane']} data-drawn={draw !== undefined || undefined}>
        {draw && (
          <div className={s['heads']}>
            <SegmentedControl
              size="xs"
              aria-label={t.shownAs()}
              value={isDrawn ? 'drawing' : 'text'}
              onChange={(value) => setDrawn(value === 'drawing')}
              data={[
                { value: 'text', label: t.text() },
                { value: 'drawing', label: t.drawing() },
              ]}
            />
          </div>
        )}
        <div className={s['two']}>
          <div>
            <span className="mono">{comparison?.from?.slice(0, 7)}</span>
            {comparison && !comparison.from ? t.first() : t.before()}
          </div>
          <div>
            <span className="mono">{comparison?.to.slice(0, 7)}</span>
            {t.after()}
          </div>
        </div>
        <div className={s['editor']}>
          {comparison && draw && isDrawn && draw(comparison)}
          {comparison && !(draw && isDrawn) && (
            <CodeDiff
              before={comparison.before}
              after={comparison.after}
              language="yaml"
              labels={{ before: t.before(), after: t.after() }}
            />
          )}
        </div>
      </div>
      <aside className={s['commits']} aria-label={t.history()}>
        <h2>{t.history()}</h2>
        {!commits && <Skeleton height={44} m={14} />}
        {commits?.length === 0 && <EmptyState icon={IconHistory} title={t.none()} small />}
        {commits?.map(({ commit, version, name, message, author_name, created_at }) => (
          <button
            key={commit}
            type="button"
            className={s['commit']}
            aria-pressed={picked === commit}
            onClick={() => onPick(commit)}
          >
            <Avatar name={author_name} size={22} />
            <span>
              <b>{name || message}</b>
              {name && <small>{message}</small>}
              <small title={formats.exactTime(created_at)}>
                {version !== null && `${t.version({ version })} · `}
                {author_name} · <span className="mono">{commit.slice(0, 7)}</span> · {formats.ago(created_at)}
              </small>
            </span>
          </button>
        ))}
        {commits && commits.length < total && (
          <div className={s['more']}>
            <Button size="xs" variant="subtle" onClick={onMore}>
              {t.more()}
            </Button>
          </div>
        )}
      </aside>
    </div>
  )
}
