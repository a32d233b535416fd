import { defineElement } from '@weft/kit/define/element.ts'
import { field } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const collectList = defineElement({
  key: 'collect_list',
  group: 'transform',
  kind: 'barrier',
  icon: 'IconStack2',
  settings: z.strictObject({
    group_by: z.array(field).max(20).default([]),
    into: z.string().trim().min(1).max(63).default('items'),
    limit: z.int().min(1).max(100_000).default(10_000),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Collect into a list', de: 'Zu Liste sammeln' },
    help: {
      en: 'Makes one record of each group, with a list of the records in it.',
      de: 'Macht aus jeder Gruppe einen Datensatz mit einer Liste der enthaltenen Datensätze.',
    },
    fields: {
      group_by: {
        label: { en: 'Group by', de: 'Gruppieren nach' },
        help: { en: 'Empty: everything is one list.', de: 'Leer: Alles ist eine Liste.' },
      },
      into: { en: 'Field for the list', de: 'Feld für die Liste' },
      limit: {
        label: { en: 'Longest list', de: 'Längste Liste' },
        help: {
          en: 'A longer one is an error, because a list must fit into memory.',
          de: 'Eine längere ist ein Fehler, weil eine Liste in den Arbeitsspeicher passen muss.',
        },
      },
    },
    exits: { out: { en: 'Lists', de: 'Listen' } },
  },
})
