import { defineMail } from '@weft/kit/define/mail.ts'

export const mailTest = defineMail({
  name: 'mail_test',
  area: 'system',
  scope: 'tenant',
  layout: 'installation',
  labels: {
    title: { en: 'Test mail', de: 'Test-E-Mail' },
    help: { en: 'Shows that a mail server works.', de: 'Zeigt, dass ein Mailserver funktioniert.' },
  },
  variables: {},
  subject: { en: 'The mail server of {{ product }} works.', de: 'Der Mailserver von {{ product }} funktioniert.' },
  body: {
    en: '{{ greeting }}\n\nthis mail came through the mail server that was set up.',
    de: '{{ greeting }}\n\ndiese E-Mail kam über den eingerichteten Mailserver.',
  },
})
