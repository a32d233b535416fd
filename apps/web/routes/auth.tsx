import { screen, type Route } from './declare.ts'

/** What everybody may open without being signed in. */
export const authRoutes: Route[] = [
  screen('/login', 'login', 'Sign in', 'Anmelden', () =>
    import('../screens/auth/login.tsx').then((m) => m.LoginScreen),
  ),
  screen('/auth/password/reset', 'authPasswordReset', 'Reset password', 'Passwort zurücksetzen', () =>
    import('../screens/auth/password-reset.tsx').then((m) => m.PasswordResetScreen),
  ),
  screen('/imprint', 'imprint', 'Imprint', 'Impressum', () =>
    import('../screens/auth/imprint.tsx').then((m) => m.ImprintScreen),
  ),
  screen('/newsletter', 'newsletter', 'Newsletter', 'Newsletter', () =>
    import('../screens/auth/newsletter.tsx').then((m) => m.NewsletterPage),
  ),
  screen('/privacy', 'privacy', 'Privacy policy', 'Datenschutzerklärung', () =>
    import('../screens/auth/privacy.tsx').then((m) => m.PrivacyScreen),
  ),
  screen('/404', 'error404', 'Page not found', 'Seite nicht gefunden', () =>
    import('../screens/common/not-found.tsx').then((m) => m.NotFoundScreen),
  ),
]
