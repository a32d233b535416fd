import { defineMail } from '@weft/kit/define/mail.ts'

export const workflowFailed = defineMail({
  name: 'workflow_failed',
  area: 'workflow',
  scope: 'tenant',
  layout: 'installation',
  labels: {
    title: { en: 'A run has failed', de: 'Ein Lauf ist gescheitert' },
    help: {
      en: 'Tells the email recipients of runs that failed; those shortly after one another together.',
      de: 'Sagt den E-Mail-Empfängern, welche Läufe gescheitert sind; kurz aufeinander folgende gemeinsam.',
    },
  },
  variables: {
    workflow: {
      label: { en: 'Workflow', de: 'Workflow' },
      sample: { en: 'Import orders', de: 'Bestellungen importieren' },
    },
    what: {
      label: { en: 'What has happened', de: 'Was geschehen ist' },
      sample: { en: 'a run has failed', de: 'Ein Lauf ist gescheitert' },
    },
    count: { label: { en: 'Number of runs', de: 'Zahl der Läufe' }, sample: 1 },
    runs: {
      label: { en: 'Runs with time, reason and link', de: 'Läufe mit Zeit, Grund und Link' },
      sample: {
        en: 'Nov 21, 2026, 6:02:11 AM UTC\nThe file is missing.\nhttps://weft.example.com/project/workflows/reporting',
        de: '21.11.2026, 06:02:11 UTC\nDie Datei fehlt.\nhttps://weft.example.com/project/workflows/reporting',
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
