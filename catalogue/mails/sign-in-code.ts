import { defineMail } from '@weft/kit/define/mail.ts'

export const signInCode = defineMail({
  name: 'sign_in_code',
  area: 'account',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Sign-in code', de: 'Anmeldecode' },
    help: {
      en: 'The second factor of a sign-in from a new device or address.',
      de: 'Der zweite Faktor einer Anmeldung von einem neuen Gerät oder einer neuen Adresse.',
    },
  },
  variables: {
    code: { label: { en: 'Code', de: 'Code' }, sample: '482913', hidden: true },
    valid_for: {
      label: { en: 'How long it is valid', de: 'Wie lange er gilt' },
      sample: { en: '10 minutes', de: '10 Minuten' },
    },
  },
  subject: { en: 'Your sign-in code', de: 'Ihr Anmeldecode' },
  body: {
    en: '{{ greeting }}\n\nsomebody is signing in to your account from a new device or a new address. If this is you, enter this code:\n\n`{{ code }}`\n\nIt is valid for {{ valid_for }} and can be used once. If it was not you, somebody knows your password: please change it.',
    de: '{{ greeting }}\n\njemand meldet sich von einem neuen Gerät oder einer neuen Adresse an Ihrem Konto an. Wenn Sie das sind, geben Sie diesen Code ein:\n\n`{{ code }}`\n\nEr gilt {{ valid_for }} lang und nur einmal. Wenn Sie es nicht waren, kennt jemand Ihr Passwort: Bitte ändern Sie es.',
  },
})
