import { Button } from '@mantine/core'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconNews, IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import s from './news-feed.module.css'

const Markdown = lazy(() => import('../shared/markdown.tsx').then((module) => ({ default: module.Markdown })))

const texts = defineMessages({
  title: { en: 'News', de: 'Neuigkeiten' },
  write: { en: 'Write', de: 'Schreiben' },
  writeNews: { en: 'Write a news article', de: 'Neuigkeit schreiben' },
  none: { en: 'No news yet', de: 'Noch keine Neuigkeiten' },
  noneText: { en: 'What the provider tells you shows here.', de: 'Hier erscheint, was der Anbieter Ihnen mitteilt.' },
  older: { en: 'Show older news', de: 'Ältere Neuigkeiten anzeigen' },
  more: { en: 'Read on', de: 'Weiterlesen' },
  moreOf: { en: 'Read on: {title}', de: 'Weiterlesen: {title}' },
})

export type Article = ListRow<'/news_feed'>

const path = '/news_feed'
const step = 4

/** What the provider tells, the newest first. */
export function NewsFeed() {
  const t = useTexts(texts)
  const may = useMay()
  const kind = useSession((value) => value.user!.kind)
  const [perPage, setPerPage] = useState(step)
  const { data, isFetching } = useQuery({
    queryKey: [path, { perPage }],
    queryFn: ({ signal }) => api.get(path, { perPage }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const write = kind === 'admin' && may('system.create') && (
    <Button
      size="xs"
      variant="subtle"
      component={Link}
      to="/admin/news/create"
      leftSection={<IconPencil size={14} />}
      aria-label={t.writeNews()}
    >
      {t.write()}
    </Button>
  )
  if (!data) return null
  return (
    <Panel title={t.title()} actions={write} bleed>
      {data.data.length === 0 && <EmptyState small icon={IconNews} title={t.none()} text={t.noneText()} />}
      {data.data.map((article) => (
        <NewsArticle key={article.id} article={article} />
      ))}
      {data.meta.total > data.data.length && perPage < 100 && (
        <div className={s['older']}>
          <Button
            size="xs"
            variant="subtle"
            loading={isFetching}
            onClick={() => setPerPage(Math.min(100, perPage * 2))}
          >
            {t.older()}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** Longer ones begin folded. */
const isLong = ({ content }: Article) => content.length > 420 || content.split('\n').length > 8

/** One as it stands on the dashboards. */
export function NewsArticle({ article }: { article: Article }) {
  const t = useTexts(texts)
  const { date } = useFormats()
  const [folded, setFolded] = useState(isLong(article))
  const { title, content, release_date, author } = article
  return (
    <article className={s['article']}>
      <h3>{title}</h3>
      <p className={s['by']}>
        <time dateTime={release_date}>{date(release_date)}</time>
        {author && <> · {author}</>}
      </p>
      <div className={s['text']} data-folded={folded || undefined}>
        <Suspense fallback={content}>
          <Markdown text={content} />
        </Suspense>
      </div>
      {folded && (
        <Button
          size="xs"
          variant="subtle"
          className={s['more']}
          aria-label={t.moreOf({ title })}
          onClick={() => setFolded(false)}
        >
          {t.more()}
        </Button>
      )}
    </article>
  )
}
