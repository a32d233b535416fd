import { defineElement } from '@weft/kit/define/element.ts'
import { z } from 'zod'

export const code = defineElement({
  key: 'code',
  group: 'transform',
  kind: 'transform',
  icon: 'IconCode',
  settings: z.strictObject({
    code: z
      .string()
      .max(200_000)
      .default(
        '// Called for each batch. Return the records that go on.\nexport default (records) => records.map((record) => ({ ...record }))\n',
      )
      .meta({ input: 'code', language: 'typescript' }),
    memory_mb: z.int().min(16).max(512).default(128),
    timeout_seconds: z.int().min(1).max(120).default(30),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Code', de: 'Code' },
    help: {
      en: 'Runs your own TypeScript on each batch of up to 1,000 records, shut off from network and files.',
      de: 'Führt eigenes TypeScript auf jedem Stapel von bis zu 1.000 Datensätzen aus, abgeschottet von Netz und Dateien.',
    },
    fields: {
      code: {
        label: { en: 'Code', de: 'Code' },
        help: {
          en: 'A default export that takes a list of records and returns one.',
          de: 'Ein Standardexport, der eine Liste von Datensätzen nimmt und eine zurückgibt.',
        },
      },
      memory_mb: { en: 'Memory in MB', de: 'Arbeitsspeicher in MB' },
      timeout_seconds: { en: 'Seconds per batch', de: 'Sekunden je Stapel' },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    async open(step) {
      const { code, memory_mb, timeout_seconds } = step.settings
      const program = await step.context.sandbox.open({ code, memory_mb, timeout_ms: timeout_seconds * 1_000 })
      return {
        batch: async (records) => ({ exits: { out: await program.run(records) } }),
        close: () => program.close(),
      }
    },
  },
})
