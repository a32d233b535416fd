import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { AuthPage } from './auth-page.tsx'
import { LegalText } from './legal-text.tsx'
import s from './legal.module.css'

const texts = defineMessages({
  title: { en: 'Privacy policy', de: 'Datenschutzerklärung' },
  account: { en: 'What is stored about you', de: 'Was über Sie gespeichert wird' },
  accountText: {
    en: 'Your name, email address, phone number, job, language and picture as far as you or your administrator entered them; your password only as a hash that cannot be turned back; for each session the time, the address and the browser it came from.',
    de: 'Ihr Name, Ihre E-Mail-Adresse, Telefonnummer, Position, Sprache und Ihr Bild, soweit Sie oder Ihre Administration sie eingetragen haben; Ihr Passwort nur als Prüfwert, der sich nicht zurückrechnen lässt; je Sitzung Zeitpunkt, Adresse und Browser.',
  },
  browser: { en: 'In your browser', de: 'In Ihrem Browser' },
  browserText: {
    en: 'The sign-in token, your language, light or dark, and what you selected last. There are no cookies of others, no tracking and no calls to foreign servers; fonts and scripts come from this installation.',
    de: 'Das Anmeldetoken, Ihre Sprache, hell oder dunkel und Ihre letzte Auswahl. Es gibt keine fremden Cookies, keine Nachverfolgung und keine Aufrufe fremder Server; Schriften und Skripte kommen aus dieser Installation.',
  },
  data: { en: 'Data that flows through', de: 'Daten, die hindurchfließen' },
  dataText: {
    en: 'What your workflows process is stored in the databases of your tenant, apart from those of others. The operator of this installation answers questions about access, correction and deletion.',
    de: 'Was Ihre Workflows verarbeiten, liegt in den Datenbanken Ihres Mandanten, getrennt von denen anderer. Fragen zu Auskunft, Berichtigung und Löschung beantwortet der Betreiber dieser Installation.',
  },
})

export function PrivacyScreen() {
  const t = useTexts(texts)
  return (
    <AuthPage title={t.title()} plain>
      <article className={s['text']}>
        <h1>{t.title()}</h1>
        <LegalText page="privacy">
          <h2>{t.account()}</h2>
          <p>{t.accountText()}</p>
          <h2>{t.browser()}</h2>
          <p>{t.browserText()}</p>
          <h2>{t.data()}</h2>
          <p>{t.dataText()}</p>
        </LegalText>
      </article>
    </AuthPage>
  )
}
