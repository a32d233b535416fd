import { defineMail } from '@weft/kit/define/mail.ts'

export const invitation = defineMail({
  name: 'invitation',
  area: 'account',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Welcome', de: 'Willkommen' },
    help: {
      en: 'Invites a new user to set the first password.',
      de: 'Lädt neue Benutzer ein, das erste Passwort festzulegen.',
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
      sample: { en: '7 days', de: '7 Tage' },
    },
  },
  subject: { en: 'Welcome to {{ product }}', de: 'Willkommen bei {{ product }}' },
  body: {
    en: '{{ greeting }}\n\nan account has been made for you. You sign in with {{ email }}; set your password here:\n\n[Set your password]({{ link }})\n\nThe link is valid for {{ valid_for }} and can be used once.',
    de: '{{ greeting }}\n\nfür Sie wurde ein Konto angelegt. Sie melden sich mit {{ email }} an; legen Sie hier Ihr Passwort fest:\n\n[Passwort festlegen]({{ link }})\n\nDer Link gilt {{ valid_for }} lang und nur einmal.',
  },
})
