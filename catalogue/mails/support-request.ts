import { defineMail } from '@weft/kit/define/mail.ts'

export const supportRequest = defineMail({
  name: 'support_request',
  area: 'support',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Support request', de: 'Supportanfrage' },
    help: {
      en: 'Goes to the support address when somebody asks for support.',
      de: 'Geht an die Supportadresse, wenn jemand um Unterstützung bittet.',
    },
  },
  variables: {
    number: { label: { en: 'Number', de: 'Nummer' }, sample: 1042 },
    subject: {
      label: { en: 'Subject', de: 'Betreff' },
      sample: { en: 'The import stops', de: 'Der Import bleibt stehen' },
    },
    comment: {
      label: { en: 'Question', de: 'Frage' },
      sample: {
        en: 'Since this morning the import of orders stops.\nWhat can I do?',
        de: 'Seit heute Morgen bleibt der Import der Bestellungen stehen.\nWas kann ich tun?',
      },
    },
    asker: { label: { en: 'Who asks', de: 'Wer fragt' }, sample: 'Kim Kern <kim@hanse.example>' },
    contact: {
      label: { en: 'Contact person', de: 'Ansprechpartner' },
      sample: { en: 'Contact person: Kim Kern', de: 'Ansprechpartner: Kim Kern' },
    },
  },
  subject: { en: 'Support request {{ number }}: {{ subject }}', de: 'Supportanfrage {{ number }}: {{ subject }}' },
  body: {
    en: '{{ asker }} asks for support.\n\n{{ contact }}\n\n{{ comment }}',
    de: '{{ asker }} bittet um Unterstützung.\n\n{{ contact }}\n\n{{ comment }}',
  },
})
