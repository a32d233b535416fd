import { defineElement } from '@weft/kit/define/element.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  key: {
    en: 'A join needs as many keys on one side as on the other.',
    de: 'Ein Verbund braucht auf beiden Seiten gleich viele Schlüssel.',
  },
  into: { en: 'A list needs a field.', de: 'Eine Liste braucht ein Feld.' },
})

const settings = z
  .strictObject({
    mode: z.enum(['append', 'join', 'zip']).default('append'),
    waits_for: z.enum(['any', 'all']).default('any'),
    left_key: onlyWhen('mode', ['join'], z.array(z.string().trim().min(1)).max(10).default([])),
    right_key: onlyWhen('mode', ['join'], z.array(z.string().trim().min(1)).max(10).default([])),
    join: onlyWhen('mode', ['join'], z.enum(['left', 'inner']).default('left')),
    matches: onlyWhen('mode', ['join'], z.enum(['first', 'all', 'list']).default('first')),
    into: onlyWhen('mode', ['join'], z.string().trim().max(63).default('')),
    limit: onlyWhen('mode', ['join'], z.int().min(1).max(100_000).default(10_000)),
  })
  .refine(
    ({ mode, left_key, right_key }) => mode !== 'join' || (left_key.length > 0 && left_key.length === right_key.length),
    { path: ['left_key'], error: say(texts.key(), 'en'), params: { say: texts.key() } },
  )
  .refine(({ mode, matches, into }) => mode !== 'join' || matches !== 'list' || into !== '', {
    path: ['into'],
    error: say(texts.into(), 'en'),
    params: { say: texts.into() },
  })

export const merge = defineElement({
  key: 'merge',
  group: 'flow',
  kind: 'barrier',
  icon: 'IconArrowMerge',
  settings,
  inputs: ['in1', 'in2', 'in3', 'in4'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Merge', de: 'Zusammenführen' },
    help: {
      en: 'Puts several inputs together: one behind the other, record by record, or joined by a key. Any number of records fits.',
      de: 'Führt mehrere Eingänge zusammen: hintereinander, Datensatz für Datensatz oder verbunden über einen Schlüssel. Jede Anzahl von Datensätzen ist möglich.',
    },
    fields: {
      mode: {
        label: { en: 'How', de: 'Wie' },
        options: {
          append: { en: 'One behind the other', de: 'Hintereinander' },
          join: { en: 'Joined by key (inputs 1 and 2)', de: 'Verbunden über einen Schlüssel (Eingänge 1 und 2)' },
          zip: { en: 'Record by record', de: 'Datensatz für Datensatz' },
        },
      },
      waits_for: {
        label: { en: 'Needs records on', de: 'Braucht Datensätze an' },
        help: {
          en: 'With all, nothing comes out when a connected input stays empty.',
          de: 'Bei allen kommt nichts heraus, wenn ein angeschlossener Eingang leer bleibt.',
        },
        options: {
          any: { en: 'Any input', de: 'Irgendeinem Eingang' },
          all: { en: 'All inputs', de: 'Allen Eingängen' },
        },
      },
      left_key: { en: 'Key of input 1', de: 'Schlüssel von Eingang 1' },
      right_key: { en: 'Key of input 2', de: 'Schlüssel von Eingang 2' },
      join: {
        label: { en: 'Records of input 1 without a match', de: 'Datensätze von Eingang 1 ohne Treffer' },
        options: { left: { en: 'Keep', de: 'Behalten' }, inner: { en: 'Leave out', de: 'Weglassen' } },
      },
      matches: {
        label: { en: 'Of several matches', de: 'Von mehreren Treffern' },
        options: {
          first: { en: 'The first', de: 'Den ersten' },
          all: { en: 'One record each', de: 'Je ein Datensatz' },
          list: { en: 'All as a list in a field', de: 'Alle als Liste in einem Feld' },
        },
      },
      into: {
        label: { en: 'Field for the match', de: 'Feld für den Treffer' },
        help: {
          en: 'Empty: the fields of the match are added; those of input 1 win.',
          de: 'Leer: Die Felder des Treffers kommen hinzu; die von Eingang 1 haben Vorrang.',
        },
      },
      limit: { en: 'Most matches of one key', de: 'Höchstzahl Treffer eines Schlüssels' },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
})
