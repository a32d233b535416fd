import { defineMail } from '@weft/kit/define/mail.ts'

export const runMissing = defineMail({
  name: 'run_missing',
  area: 'workflow',
  scope: 'tenant',
  layout: 'installation',
  labels: {
    title: { en: 'A run is missing or unusual', de: 'Ein Lauf fehlt oder war ungewöhnlich' },
    help: {
      en: 'Tells the email recipients of a workflow that it has not run or not brought what is expected of it, when it does again, and that a run was unusual beside its past.',
      de: 'Sagt den E-Mail-Empfängern eines Workflows, dass er nicht gelaufen ist oder nicht gebracht hat, was erwartet wird, wann er es wieder tut, und dass ein Lauf neben seinen früheren ungewöhnlich war.',
    },
  },
  variables: {
    workflow: {
      label: { en: 'Workflow', de: 'Workflow' },
      sample: { en: 'Import orders', de: 'Bestellungen importieren' },
    },
    title: {
      label: { en: 'What has happened', de: 'Was geschehen ist' },
      sample: {
        en: 'An expected run of “Import orders” is missing',
        de: 'Ein erwarteter Lauf von „Bestellungen importieren“ fehlt',
      },
    },
    text: {
      label: { en: 'What is missing', de: 'Was fehlt' },
      sample: {
        en: 'No run has ended well within the last 1d.',
        de: 'In den letzten 1d ist kein Lauf gut zu Ende gegangen.',
      },
    },
    link: {
      label: { en: 'Where to look', de: 'Wo nachzusehen ist' },
      sample: 'https://weft.example.com/project/workflows/reporting',
    },
  },
  subject: { en: '{{ title }}', de: '{{ title }}' },
  body: {
    en: '**{{ title }}**\n\n{{ text }}\n\n{{ link }}\n\nYou get this mail because of the email recipients of this workflow.',
    de: '**{{ title }}**\n\n{{ text }}\n\n{{ link }}\n\nSie erhalten diese E-Mail aufgrund der E-Mail-Empfänger dieses Workflows.',
  },
})
