import { defineMail } from '@weft/kit/define/mail.ts'

export const passwordReset = defineMail({
  name: 'password_reset',
  area: 'account',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Password reset', de: 'Passwort zurücksetzen' },
    help: {
      en: 'The link to a new password, for whoever forgot the old one.',
      de: 'Der Link zu einem neuen Passwort, für alle, die das alte vergessen haben.',
    },
  },
  variables: {
    link: {
      label: { en: 'Link', de: 'Link' },
      sample: 'https://weft.example.com/auth/password/reset#token=sample',
      hidden: true,
    },
    valid_for: {
      label: { en: 'How long it is valid', de: 'Wie lange er gilt' },
      sample: { en: '60 minutes', de: '60 Minuten' },
    },
  },
  subject: { en: 'Reset your password', de: 'Ihr Passwort zurücksetzen' },
  body: {
    en: '{{ greeting }}\n\nsomebody has asked to reset the password of your account. If this was you, set a new one here:\n\n[Set a new password]({{ link }})\n\nThe link is valid for {{ valid_for }} and can be used once. If it was not you, ignore this mail; nothing has changed.',
    de: '{{ greeting }}\n\njemand hat darum gebeten, das Passwort Ihres Kontos zurückzusetzen. Wenn Sie das waren, legen Sie hier ein neues fest:\n\n[Neues Passwort festlegen]({{ link }})\n\nDer Link gilt {{ valid_for }} lang und nur einmal. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail; es hat sich nichts geändert.',
  },
})
