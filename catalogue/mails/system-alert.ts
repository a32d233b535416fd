import { defineMail } from '@weft/kit/define/mail.ts'

export const systemAlert = defineMail({
  name: 'system_alert',
  area: 'system',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Something stands still', de: 'Etwas steht still' },
    help: {
      en: 'Tells administrators when a machine, a queue or a database stands still, and when it goes on.',
      de: 'Meldet Administratoren, wenn eine Maschine, eine Warteschlange oder eine Datenbank stillsteht und wenn es weitergeht.',
    },
  },
  variables: {
    title: {
      label: { en: 'What has happened', de: 'Was geschehen ist' },
      sample: { en: 'Queue Orders stands still', de: 'Warteschlange Bestellungen steht still' },
    },
    text: {
      label: { en: 'What to do', de: 'Was zu tun ist' },
      sample: { en: 'Jobs are due and nothing starts them.', de: 'Jobs sind fällig und werden nicht gestartet.' },
    },
    since: {
      label: { en: 'Since when', de: 'Seit wann' },
      sample: { en: 'Nov 21, 2026, 6:02 AM UTC', de: '21.11.2026, 06:02 UTC' },
    },
    link: {
      label: { en: 'Where to look', de: 'Wo nachzusehen ist' },
      sample: 'https://weft.example.com/admin/settings/system/queues',
    },
  },
  subject: { en: '{{ title }}', de: '{{ title }}' },
  body: {
    en: '**{{ title }}**\n\n{{ since }}\n\n{{ text }}\n\n{{ link }}',
    de: '**{{ title }}**\n\n{{ since }}\n\n{{ text }}\n\n{{ link }}',
  },
})
