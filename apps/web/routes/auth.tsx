import { screen, type Route } from './declare.ts'

/** What everybody may open without being signed in. */
export const authRoutes: Route[] = [
  screen('/login', 'login', 'Sign in', 'Anmelden', () =>
    import('../features/auth/login.tsx').then((m) => m.LoginScreen),
  ),
  screen('/auth/password/reset', 'authPasswordReset', 'Reset password', 'Passwort zurücksetzen', () =>
    import('../features/auth/password-reset.tsx').then((m) => m.PasswordResetScreen),
  ),
  screen('/imprint', 'imprint', 'Imprint', 'Impressum', () =>
    import('../features/auth/imprint.tsx').then((m) => m.ImprintScreen),
  ),
  screen('/newsletter', 'newsletter', 'Newsletter', 'Newsletter', () =>
    import('../features/auth/newsletter.tsx').then((m) => m.NewsletterPage),
  ),
  screen('/privacy', 'privacy', 'Privacy policy', 'Datenschutzerklärung', () =>
    import('../features/auth/privacy.tsx').then((m) => m.PrivacyScreen),
  ),
  screen('/404', 'error404', 'Page not found', 'Seite nicht gefunden', () =>
    import('../features/error-pages/not-found.tsx').then((m) => m.NotFoundScreen),
  ),
]
