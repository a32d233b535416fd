import { defineMail } from '@weft/kit/define/mail.ts'

export const accountLocked = defineMail({
  name: 'account_locked',
  area: 'account',
  scope: 'provider',
  layout: 'installation',
  labels: { title: { en: 'Account locked', de: 'Konto gesperrt' }, help: { en: 'Tells a user that too many wrong passwords have locked the account.', de: 'Sagt Benutzern, dass zu viele falsche Passwörter das Konto gesperrt haben.' } },
  variables: {},
  subject: { en: 'Your account was locked', de: 'Ihr Konto wurde gesperrt' },
  body: {
    en: '{{ greeting }}\n\nafter too many wrong passwords your account was locked. Nobody can sign in to it until it is unlocked by your administrator, or you set a new password with “Forgot your password?” on the sign-in page.\n\nIf it was not you who tried, please tell your administrator.',
    de: '{{ greeting }}\n\nnach zu vielen falschen Passwörtern wurde Ihr Konto gesperrt. Niemand kann sich daran anmelden, bis Ihre Administration es entsperrt oder Sie auf der Anmeldeseite mit „Passwort vergessen?“ ein neues Passwort festlegen.\n\nWenn nicht Sie es versucht haben, wenden Sie sich bitte an Ihre Administration.',
  },
})
