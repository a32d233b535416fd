import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { AuthPage } from './auth-page.tsx'
import { LegalText } from './legal-text.tsx'
import s from './legal.module.css'

const texts = defineMessages({
  title: { en: 'Imprint', de: 'Impressum' },
  operator: { en: 'Operator of this installation', de: 'Betreiber dieser Installation' },
  operatorText: {
    en: 'Weft is run by the organisation that gave you access. It is responsible for the content of this installation; its name and address are in the contract you have with it and in the invitation you received.',
    de: 'Weft wird von der Organisation betrieben, die Ihnen den Zugang gegeben hat. Sie verantwortet die Inhalte dieser Installation; ihren Namen und ihre Anschrift finden Sie in Ihrem Vertrag und in Ihrer Einladung.',
  },
  software: { en: 'Software', de: 'Software' },
  softwareText: {
    en: 'Weft, a platform for workflows and data integration.',
    de: 'Weft, eine Plattform für Workflows und Datenintegration.',
  },
})

export function ImprintScreen() {
  const t = useTexts(texts)
  return (
    <AuthPage title={t.title()} plain>
      <article className={s['text']}>
        <h1>{t.title()}</h1>
        <LegalText page="imprint">
          <h2>{t.operator()}</h2>
          <p>{t.operatorText()}</p>
          <h2>{t.software()}</h2>
          <p>{t.softwareText()}</p>
        </LegalText>
      </article>
    </AuthPage>
  )
}
