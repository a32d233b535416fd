import { defineMail } from '@weft/kit/define/mail.ts'

export const accountLocked = defineMail({
  name: 'account_locked',
  area: 'account',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Account locked', de: 'Konto gesperrt' },
    help: {
      en: 'Tells a user that too many wrong passwords have locked the account.',
      de: 'Sagt Benutzern, dass zu viele falsche Passwörter das Konto gesperrt haben.',
    },
  },
  variables: {},
  subject: { en: 'Your account was locked', de: 'Ihr Konto wurde gesperrt' },
  body: {
    en: '{{ greeting }}\n\nafter too many wrong passwords your account was locked for devices it does not know. Where you have signed in before you can still do so. Everywhere else you need a two-factor code, or you set a new password with “Forgot your password?” on the sign-in page, or your administrator unlocks the account.\n\nIf it was not you who tried, please tell your administrator.',
    de: '{{ greeting }}\n\nnach zu vielen falschen Passwörtern wurde Ihr Konto für unbekannte Geräte gesperrt. Wo Sie sich schon einmal angemeldet haben, können Sie das weiterhin tun. Überall sonst benötigen Sie einen Zwei-Faktor-Code, oder Sie legen auf der Anmeldeseite mit „Passwort vergessen?“ ein neues Passwort fest, oder Ihre Administration entsperrt das Konto.\n\nWenn nicht Sie es versucht haben, wenden Sie sich bitte an Ihre Administration.',
  },
})
