import { defineElement } from '@weft/kit/define/element.ts'
import { referenceList } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const workflowFailed = defineElement({
  key: 'workflow_failed',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconAlertTriangle',
  starts: 'end',
  settings: z.strictObject({
    workflows: referenceList('workflow').max(100).default([]),
    statuses: z
      .array(z.enum(['error', 'aborted', 'warning']))
      .min(1)
      .default(['error']),
  }),
  inputs: [],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'When a workflow fails', de: 'Wenn ein Workflow scheitert' },
    help: {
      en: 'Starts when a run of another workflow of this project has failed. Which one, where and why arrives as one record.',
      de: 'Startet, wenn ein Lauf eines anderen Workflows dieses Projekts gescheitert ist. Welcher, wo und warum, kommt als ein Datensatz an.',
    },
    fields: {
      workflows: {
        label: { en: 'Workflows', de: 'Workflows' },
        help: { en: 'Empty: all others of the project.', de: 'Leer: alle anderen des Projekts.' },
      },
      statuses: {
        label: { en: 'When it ended with', de: 'Wenn er endete mit' },
        options: {
          error: { en: 'Error', de: 'Fehler' },
          aborted: { en: 'Aborted', de: 'Abgebrochen' },
          warning: { en: 'Warning', de: 'Warnung' },
        },
      },
    },
  },
})
