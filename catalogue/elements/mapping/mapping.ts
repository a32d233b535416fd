import { defineElement } from '@weft/kit/define/element.ts'
import { reference } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const mapping = defineElement({
  key: 'mapping',
  group: 'transform',
  kind: 'transform',
  icon: 'IconArrowsSplit2',
  settings: z.strictObject({ mapping_id: reference('mapping') }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Mapping', de: 'Mapping' },
    help: {
      en: 'Turns each record into the target structure of a mapping. A record that cannot be converted leaves by Rejected with the reason.',
      de: 'Überführt jeden Datensatz in die Zielstruktur eines Mappings. Was sich nicht umwandeln lässt, geht mit dem Grund über „Abgelehnt“ weiter.',
    },
    fields: { mapping_id: { en: 'Mapping', de: 'Mapping' } },
    exits: { out: { en: 'Mapped', de: 'Überführt' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    async open(step) {
      const compiled = await step.context.mappings.compile(step.settings.mapping_id)
      if (step.fusion) step.fusion.mapping = compiled
      return {
        async batch(records, number) {
          const { out, rejected } = await compiled.run(records, {
            now: step.now,
            seed: `${step.job.id}:${step.id}:${number}`,
          })
          return { exits: { out }, rejected }
        },
      }
    },
  },
})
