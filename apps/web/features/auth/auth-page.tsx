import { defineMessages } from '@weft/kit/messages/messages.ts'
import { languageNames, setLanguage, useLanguage, useOfferedLanguages } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, type ReactNode } from 'react'
import { Logo } from '../../shell/logo.tsx'
import s from './auth-page.module.css'
import { Threads } from './threads.tsx'

const texts = defineMessages({
  imprint: { en: 'Imprint', de: 'Impressum' },
  privacy: { en: 'Privacy', de: 'Datenschutz' },
  claim: {
    en: 'Every system you run, woven into one dependable flow.',
    de: 'Alle Ihre Systeme, verwoben zu einem verlässlichen Fluss.',
  },
})

/** The page of everything before the sign-in: the form at the start, the picture beside it. */
export function AuthPage({ title, children, plain }: { title: string; children: ReactNode; plain?: boolean }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const offered = useOfferedLanguages()
  useEffect(() => {
    document.title = `${title} – Weft`
  }, [title])
  return (
    <div className={s['page']} data-plain={plain || undefined}>
      <main className={s['start']}>
        <a href="/login" className={s['brand']}>
          <Logo size={26} />
          Weft
        </a>
        {children}
        <div className={s['foot']}>
          {offered.map((name) => (
            <button
              key={name}
              type="button"
              lang={name}
              aria-pressed={language === name}
              onClick={() => setLanguage(name)}
            >
              {languageNames[name]}
            </button>
          ))}
          <nav>
            <a href="/imprint">{t.imprint()}</a>
            <span aria-hidden>·</span>
            <a href="/privacy">{t.privacy()}</a>
          </nav>
        </div>
      </main>
      {!plain && (
        <aside className={s['art']} aria-hidden>
          <Threads />
          <p>{t.claim()}</p>
        </aside>
      )}
    </div>
  )
}
