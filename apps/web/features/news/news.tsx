import { news } from '@weft/catalogue/resources/news/news.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { today } from '@weft/kit/ui/calendar-day.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconNews } from '@tabler/icons-react'
import { NewsArticle, type Article } from './news-feed.tsx'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const texts = defineMessages({
  about: {
    en: 'Messages for the dashboards, seen there from their release date on.',
    de: 'Meldungen für die Dashboards, sichtbar ab ihrem Veröffentlichungsdatum.',
  },
  preview: { en: 'Preview', de: 'Vorschau' },
  asThere: { en: 'as on the dashboards', de: 'wie auf den Dashboards' },
  untitled: { en: 'Without a title', de: 'Ohne Titel' },
})
const home = '/admin/news'

export function NewsScreen() {
  const t = useTexts(texts)
  return (
    <ResourceList
      resource={news}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      icon={IconNews}
      subtitle={t.about()}
    />
  )
}

const preview = (values: Partial<Article>) => <Preview {...values} />

/** Released today by whoever writes it, unless they say otherwise. */
export function NewsCreateScreen() {
  const author = useSession((value) => value.user!.name)
  return <ResourceScreen resource={news} home={home} aside={preview} initial={{ release_date: today(), author }} />
}
export const NewsArticleScreen = () => <ResourceScreen resource={news} home={home} param="id" aside={preview} />

function Preview({ title, content = '', release_date = '', author = '' }: Partial<Article>) {
  const t = useTexts(texts)
  return (
    <Panel title={t.preview()} note={t.asThere()} bleed>
      <NewsArticle article={{ id: '', title: title || t.untitled(), content, release_date, author }} />
    </Panel>
  )
}
