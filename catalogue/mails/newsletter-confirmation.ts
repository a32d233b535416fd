import { defineMail } from '@weft/kit/define/mail.ts'

export const newsletterConfirmation = defineMail({
  name: 'newsletter_confirmation',
  area: 'newsletter',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Confirm the newsletter', de: 'Newsletter bestätigen' },
    help: {
      en: 'Asks whoever is entered for the newsletter whether they want it.',
      de: 'Fragt alle, die für den Newsletter eingetragen werden, ob sie ihn möchten.',
    },
  },
  variables: {
    link: {
      label: { en: 'Link', de: 'Link' },
      sample: 'https://weft.example.com/newsletter#confirm=sample',
      hidden: true,
    },
  },
  subject: {
    en: 'Please confirm the newsletter of {{ product }}',
    de: 'Bitte bestätigen Sie den Newsletter von {{ product }}',
  },
  body: {
    en: '{{ greeting }}\n\nthis address was entered for the newsletter of {{ product }}. If you want to get it, please confirm:\n\n[Yes, send me the newsletter]({{ link }})\n\nIf it was not you, ignore this mail; you will get no other.',
    de: '{{ greeting }}\n\ndiese Adresse wurde für den Newsletter von {{ product }} eingetragen. Wenn Sie ihn erhalten möchten, bestätigen Sie das bitte:\n\n[Ja, den Newsletter senden]({{ link }})\n\nWenn Sie es nicht waren, ignorieren Sie diese E-Mail; Sie erhalten keine weitere.',
  },
})
