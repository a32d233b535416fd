import { defineMail } from '@weft/kit/define/mail.ts'

export const newsletter = defineMail({
  name: 'newsletter',
  area: 'newsletter',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Newsletter', de: 'Newsletter' },
    help: {
      en: 'What stands around the text of a newsletter: below it the link to end it.',
      de: 'Was den Text eines Newsletters umgibt: darunter der Link zum Abbestellen.',
    },
  },
  variables: {
    subject: {
      label: { en: 'Subject of the newsletter', de: 'Betreff des Newsletters' },
      sample: { en: 'What is new in November', de: 'Neues im November' },
    },
    content: {
      label: { en: 'Text of the newsletter', de: 'Text des Newsletters' },
      sample: {
        en: 'Workflows now send mails through a mail server of your own.',
        de: 'Workflows senden E-Mails jetzt über Ihren eigenen Mailserver.',
      },
    },
    unsubscribe: {
      label: { en: 'Link to end the newsletter', de: 'Link zum Abbestellen' },
      sample: 'https://weft.example.com/newsletter#unsubscribe=sample',
      hidden: true,
    },
  },
  subject: { en: '{{ subject }}', de: '{{ subject }}' },
  body: {
    en: '{{ content }}\n\n---\n\nYou do not want this newsletter any more? [Unsubscribe]({{ unsubscribe }}).',
    de: '{{ content }}\n\n---\n\nSie möchten diesen Newsletter nicht mehr erhalten? [Abbestellen]({{ unsubscribe }}).',
  },
})
