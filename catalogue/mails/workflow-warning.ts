import { defineMail } from '@weft/kit/define/mail.ts'

export const workflowWarning = defineMail({
  name: 'workflow_warning',
  area: 'workflow',
  scope: 'tenant',
  layout: 'installation',
  labels: {
    title: { en: 'A run has ended with warnings', de: 'Ein Lauf endete mit Warnungen' },
    help: {
      en: 'Tells the email recipients of runs that rejected records.',
      de: 'Sagt den E-Mail-Empfängern, welche Läufe Datensätze abgewiesen haben.',
    },
  },
  variables: {
    workflow: {
      label: { en: 'Workflow', de: 'Workflow' },
      sample: { en: 'Import orders', de: 'Bestellungen importieren' },
    },
    what: {
      label: { en: 'What has happened', de: 'Was geschehen ist' },
      sample: { en: 'a run has ended with warnings', de: 'Ein Lauf endete mit Warnungen' },
    },
    count: { label: { en: 'Number of runs', de: 'Zahl der Läufe' }, sample: 1 },
    runs: {
      label: { en: 'Runs with time, reason and link', de: 'Läufe mit Zeit, Grund und Link' },
      sample: {
        en: 'Nov 21, 2026, 6:02:11 AM UTC\n3 records were rejected.\nhttps://weft.example.com/project/workflows/reporting',
        de: '21.11.2026, 06:02:11 UTC\n3 Datensätze wurden abgewiesen.\nhttps://weft.example.com/project/workflows/reporting',
      },
    },
    more: { label: { en: 'How many more runs', de: 'Wie viele weitere Läufe' }, sample: '' },
  },
  subject: { en: '{{ workflow }}: {{ what }}', de: '{{ workflow }}: {{ what }}' },
  body: {
    en: '**{{ workflow }}: {{ what }}**\n\n{{ runs }}\n\n{{ more }}\n\nYou get this mail because of the email recipients of this workflow or its project.',
    de: '**{{ workflow }}: {{ what }}**\n\n{{ runs }}\n\n{{ more }}\n\nSie erhalten diese E-Mail aufgrund der E-Mail-Empfänger dieses Workflows oder seines Projekts.',
  },
})
