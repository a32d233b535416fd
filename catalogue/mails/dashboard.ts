import { defineMail } from '@weft/kit/define/mail.ts'

export const dashboardMailClass = defineMail({
  name: 'dashboard',
  area: 'workflow',
  scope: 'tenant',
  layout: 'installation',
  labels: {
    title: { en: 'A dashboard as PDF', de: 'Eine Übersicht als PDF' },
    help: {
      en: 'Brings a dashboard at the times that were set for it, to the people who were named.',
      de: 'Bringt eine Übersicht zu den dafür festgelegten Zeiten an die Personen, die genannt wurden.',
    },
  },
  variables: {
    dashboard: {
      label: { en: 'Dashboard', de: 'Übersicht' },
      sample: { en: 'Trade overview', de: 'Handel im Überblick' },
    },
    at: {
      label: { en: 'Moment of the figures', de: 'Zeitpunkt der Zahlen' },
      sample: { en: 'November 27, 2026 at 7:30 AM', de: '27. November 2026 um 07:30' },
    },
    link: {
      label: { en: 'Where to look', de: 'Wo nachzusehen ist' },
      sample: 'https://weft.example.com/project/insights/dashboards',
    },
  },
  subject: { en: '{{ dashboard }}, {{ at }}', de: '{{ dashboard }}, {{ at }}' },
  body: {
    en: '**{{ dashboard }}**\n\nBelow are the figures of {{ at }}; they are attached as PDF, too. Behind the link they are live.\n\n{{ link }}',
    de: '**{{ dashboard }}**\n\nUnten stehen die Zahlen vom {{ at }}; als PDF sind sie auch angehängt. Hinter dem Link sind sie aktuell.\n\n{{ link }}',
  },
})
