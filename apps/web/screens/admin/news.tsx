import { news } from '@weft/catalogue/resources/news/news.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconNews } from '@tabler/icons-react'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const texts = defineMessages({ about: { en: 'Messages for the dashboards, seen there from their release date on.', de: 'Meldungen für die Dashboards, sichtbar ab ihrem Veröffentlichungsdatum.' } })
const home = '/admin/news'

export function NewsScreen() {
  const t = useTexts(texts)
  return <ResourceList resource={news} to={({ id }) => `${home}/${id}`} createTo={`${home}/create`} icon={IconNews} subtitle={t.about()} />
}

export const NewsCreateScreen = () => <ResourceScreen resource={news} home={home} />
export const NewsArticleScreen = () => <ResourceScreen resource={news} home={home} param="id" />
