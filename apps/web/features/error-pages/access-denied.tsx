import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useCrumbs } from '@weft/kit/ui/crumbs.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import s from './error-page.module.css'

const texts = defineMessages({
  title: { en: 'No permissions', de: 'Keine Berechtigung' },
  text: {
    en: 'Your role does not allow this page. Whoever administers your tenant can change that.',
    de: 'Ihre Rolle erlaubt diese Seite nicht. Die Administration Ihres Mandanten kann das ändern.',
  },
  back: { en: 'To the dashboard', de: 'Zum Dashboard' },
})

export function AccessDeniedScreen() {
  const t = useTexts(texts)
  useCrumbs(t.title())
  return (
    <div className={s['page']}>
      <IconLock size={34} stroke={1.5} color="var(--text-3)" aria-hidden />
      <h1>{t.title()}</h1>
      <p>{t.text()}</p>
      <Link to="/dashboard">{t.back()}</Link>
    </div>
  )
}
