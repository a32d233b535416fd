import { defineMail } from '@weft/kit/define/mail.ts'

export const passwordChanged = defineMail({
  name: 'password_changed',
  area: 'account',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Password changed', de: 'Passwort geändert' },
    help: {
      en: 'Tells users that their password was changed by a link.',
      de: 'Sagt Benutzern, dass ihr Passwort über einen Link geändert wurde.',
    },
  },
  variables: {},
  subject: { en: 'Your password was changed', de: 'Ihr Passwort wurde geändert' },
  body: {
    en: '{{ greeting }}\n\nthe password of your account was changed, and all sessions have ended. If it was not you, please tell your administrator at once.',
    de: '{{ greeting }}\n\ndas Passwort Ihres Kontos wurde geändert, und alle Sitzungen wurden beendet. Wenn Sie es nicht waren, wenden Sie sich bitte sofort an Ihre Administration.',
  },
})
