import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useCrumbs } from '@weft/kit/ui/crumbs.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import s from './error-page.module.css'

const texts = defineMessages({
  title: { en: 'No permissions', de: 'Keine Berechtigung' },
  text: {
    en: 'Your role does not allow this page. Whoever administers your tenant can change that.',
    de: 'Ihre Rolle erlaubt diese Seite nicht. Die Administration Ihres Mandanten kann das ändern.',
  },
  ask: { en: 'You may ask:', de: 'Sie können fragen:' },
  back: { en: 'To the dashboard', de: 'Zum Dashboard' },
})

export function AccessDeniedScreen() {
  const t = useTexts(texts)
  useCrumbs(t.title())
  const { data: people } = useQuery({
    queryKey: ['/auth/administrators'],
    queryFn: async ({ signal }) => (await api.get('/auth/administrators', {}, { signal, quiet: true })).data,
  })
  return (
    <div className={s['page']}>
      <IconLock size={34} stroke={1.5} color="var(--text-3)" aria-hidden />
      <h1>{t.title()}</h1>
      <p>{t.text()}</p>
      {people && people.length > 0 && (
        <p>
          {t.ask()}{' '}
          {people.map(({ name, email }, i) => (
            <span key={email}>
              {i > 0 && ', '}
              <a href={`mailto:${email}`}>{name || email}</a>
            </span>
          ))}
        </p>
      )}
      <Link to="/dashboard">{t.back()}</Link>
    </div>
  )
}
