import { defineElement } from '@weft/kit/define/element.ts'
import { z } from 'zod'

export const manual = defineElement({
  key: 'manual',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconHandClick',
  settings: z.strictObject({}),
  starts: 'hand',
  inputs: [],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Manual start', de: 'Manueller Start' },
    help: {
      en: 'Starts when somebody presses Run. The form asks for the parameters of the workflow; they arrive as one record.',
      de: 'Startet, wenn jemand auf „Ausführen“ klickt. Das Formular fragt die Parameter des Workflows ab; sie kommen als ein Datensatz an.',
    },
    fields: {},
  },
})
