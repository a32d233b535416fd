import { defineElement } from '@weft/kit/define/element.ts'
import { referenceList } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

/** The delays there are, in seconds, as they are stored. */
const delays = ['0', '300', '900', '1800', '3600', '7200', '14400', '28800'] as const

export const predecessor = defineElement({
  key: 'predecessor',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconPlayerTrackNext',
  starts: 'end',
  settings: z.strictObject({
    workflows: referenceList('workflow').min(1).max(100),
    statuses: z
      .array(z.enum(['stopped', 'warning', 'info', 'error', 'aborted']))
      .min(1)
      .default(['stopped', 'warning']),
    delay: z.enum(delays).default('0'),
  }),
  inputs: [],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'After another workflow', de: 'Nach einem anderen Workflow' },
    help: {
      en: 'Starts when a run of one of these workflows has ended. What became of it and its return values arrive as one record.',
      de: 'Startet, wenn ein Lauf eines dieser Workflows beendet ist. Was daraus geworden ist und seine Rückgabewerte kommen als ein Datensatz an.',
    },
    fields: {
      workflows: { en: 'Workflows', de: 'Workflows' },
      statuses: {
        label: { en: 'When it ended with', de: 'Wenn er endete mit' },
        options: {
          stopped: { en: 'Finished', de: 'Beendet' },
          warning: { en: 'Warning', de: 'Warnung' },
          info: { en: 'Nothing to do', de: 'Nichts zu tun' },
          error: { en: 'Error', de: 'Fehler' },
          aborted: { en: 'Aborted', de: 'Abgebrochen' },
        },
      },
      delay: {
        label: { en: 'Delay', de: 'Verzögerung' },
        options: {
          0: { en: 'None', de: 'Keine' },
          300: { en: '5 minutes', de: '5 Minuten' },
          900: { en: '15 minutes', de: '15 Minuten' },
          1800: { en: '30 minutes', de: '30 Minuten' },
          3600: { en: '1 hour', de: '1 Stunde' },
          7200: { en: '2 hours', de: '2 Stunden' },
          14400: { en: '4 hours', de: '4 Stunden' },
          28800: { en: '8 hours', de: '8 Stunden' },
        },
      },
    },
  },
})
