import { TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBook, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Markdown } from '../shared/markdown.tsx'
import s from './help.module.css'
import { searchPages, type HandbookPage } from './search.ts'

const texts = defineMessages({
  title: { en: 'Documentation', de: 'Dokumentation' },
  about: { en: 'How to work with Weft.', de: 'Wie Sie mit Weft arbeiten.' },
  contents: { en: 'Contents', de: 'Inhalt' },
  find: { en: 'Search the documentation', de: 'Dokumentation durchsuchen' },
  found: {
    en: '{count, plural, =0 {No page found} one {# page found} other {# pages found}}',
    de: '{count, plural, =0 {Keine Seite gefunden} one {# Seite gefunden} other {# Seiten gefunden}}',
  },
  nothing: { en: 'No page holds all these words', de: 'Keine Seite enthält alle diese Wörter' },
  nothingText: { en: 'Try fewer or other words.', de: 'Versuchen Sie es mit weniger oder anderen Wörtern.' },
})

/** The handbook: its contents, a search in all pages, and the chosen page. */
export function DocumentationScreen() {
  const t = useTexts(texts)
  const language = useLanguage()
  const slug = useSearchParam('page')
  const [question, setQuestion] = useState('')
  const { data: pages } = useQuery({
    queryKey: ['/help/documentation', language],
    queryFn: ({ signal }) => api.get('/help/documentation', {}, { signal }).then(({ data }) => data),
  })
  const shown = pages?.find((page) => page.slug === slug) ?? pages?.[0]
  const isSearching = question.trim() !== ''
  return (
    <Page title={t.title()} subtitle={t.about()}>
      {pages && shown && (
        <div className={s['book']}>
          <div className={s['contents']}>
            <TextInput
              aria-label={t.find()}
              placeholder={t.find()}
              leftSection={<IconSearch size={15} />}
              value={question}
              onChange={(event) => setQuestion(event.currentTarget.value)}
            />
            <nav aria-label={t.contents()}>
              <ol>
                {pages.map((page) => (
                  <li key={page.slug}>
                    <PageLink page={page} current={!isSearching && page === shown} onClick={() => setQuestion('')} />
                  </li>
                ))}
              </ol>
            </nav>
          </div>
          {isSearching ? (
            <Results pages={pages} question={question} onOpen={() => setQuestion('')} />
          ) : (
            <article className={s['article']}>
              <Markdown text={shown.text} />
            </article>
          )}
        </div>
      )}
    </Page>
  )
}

const PageLink = ({ page, current, onClick }: { page: HandbookPage; current: boolean; onClick: () => void }) => (
  <Link
    to="/help/documentation"
    search={{ page: page.slug } as never}
    aria-current={current ? 'page' : undefined}
    activeProps={{}}
    className={s['page']}
    onClick={onClick}
  >
    {page.title}
  </Link>
)

function Results({ pages, question, onOpen }: { pages: HandbookPage[]; question: string; onOpen: () => void }) {
  const t = useTexts(texts)
  const found = searchPages(pages, question)
  return (
    <div className={s['article']}>
      <p role="status" className="muted">
        {t.found({ count: found.length })}
      </p>
      {found.length === 0 && <EmptyState icon={IconBook} title={t.nothing()} text={t.nothingText()} />}
      <ul className={s['results']}>
        {found.map(({ page, excerpt }) => (
          <li key={page.slug}>
            <PageLink page={page} current={false} onClick={onOpen} />
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
