import { defineMessages } from '@weft/kit/messages/messages.ts'
import { setLanguage } from '@weft/kit/ui/language.ts'
import type { SessionUser } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import type { Challenge } from '../../shell/sign-in.ts'
import { AuthPage } from './auth-page.tsx'
import { CodeForm } from './code-form.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import { PasswordForm } from './password-form.tsx'

const texts = defineMessages({ title: { en: 'Sign in', de: 'Anmelden' } })

/** Where everybody signs in: password, then a code where the device is new; or a mail for whoever forgot. Written without the UI kit, so that the first page is small. */
export function LoginScreen() {
  const t = useTexts(texts)
  const [email, setEmail] = useState('')
  const [challenge, setChallenge] = useState<Challenge>()
  const [forgotten, setForgotten] = useState(false)
  const go = (user: SessionUser) => {
    if (!localStorage.getItem('language')) setLanguage(user.language.short)
    location.replace(target())
  }
  return (
    <AuthPage title={t.title()}>
      {challenge ? (
        <CodeForm email={email} challenge={challenge} onDone={go} onBack={() => setChallenge(undefined)} />
      ) : forgotten ? (
        <ForgottenForm email={email} onBack={() => setForgotten(false)} />
      ) : (
        <PasswordForm
          email={email}
          onEmail={setEmail}
          onDone={go}
          onChallenge={setChallenge}
          onForgotten={() => setForgotten(true)}
        />
      )}
    </AuthPage>
  )
}

/** Where the sign-in was asked for, if that lies here. */
function target() {
  const next = new URLSearchParams(location.search).get('next') ?? ''
  return /^\/(?![/\\])/.test(next) ? next : '/dashboard'
}
