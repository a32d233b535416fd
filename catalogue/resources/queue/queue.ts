import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const queue = defineResource({
  table: 'queues',
  path: 'queues',
  scope: 'tenant',
  fields: {
    name: z.string().trim().min(1).max(64),
    priority: z.enum(['high', 'low']).default('low'),
    instances: z.int().min(1).max(10).default(2),
    tries: z.int().min(1).max(10).default(3),
    timeout: z.int().min(10).max(14_400).default(300).meta({ suffix: 's' }),
    max_memory: z.int().min(64).max(2_048).default(256).meta({ suffix: 'MB' }),
    active: z.boolean().default(true),
  },
  list: {
    columns: ['name', 'priority', 'instances', 'tries', 'timeout', 'max_memory', 'active'],
    search: ['name'],
    sort: 'name',
  },
  form: [['name', 'priority'], ['instances', 'tries'], ['timeout', 'max_memory'], ['active']],
  may: 'projects',
  labels: {
    one: { en: 'Queue', de: 'Warteschlange' },
    many: { en: 'Queues', de: 'Warteschlangen' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      priority: {
        label: { en: 'Priority', de: 'Priorität' },
        help: {
          en: 'High goes first; low keeps a share of its own.',
          de: 'Hoch kommt zuerst dran; niedrig behält einen eigenen Anteil.',
        },
        options: { high: { en: 'High', de: 'Hoch' }, low: { en: 'Low', de: 'Niedrig' } },
      },
      instances: {
        label: { en: 'Instances', de: 'Instanzen' },
        help: {
          en: 'How many jobs run at once, over all machines. Those that wait for the answer of another system do not count.',
          de: 'So viele Jobs laufen zugleich, über alle Maschinen. Wer auf die Antwort eines anderen Systems wartet, zählt nicht mit.',
        },
      },
      tries: {
        label: { en: 'Tries', de: 'Versuche' },
        help: {
          en: 'How often a job is begun before it counts as failed.',
          de: 'So oft wird ein Job begonnen, bevor er als fehlgeschlagen gilt.',
        },
      },
      timeout: {
        label: { en: 'Timeout', de: 'Zeitlimit' },
        help: {
          en: 'In seconds; a job that takes longer is ended.',
          de: 'In Sekunden; ein Job, der länger braucht, wird beendet.',
        },
      },
      max_memory: {
        label: { en: 'Memory', de: 'Arbeitsspeicher' },
        help: { en: 'In megabytes, for each running job.', de: 'In Megabyte, je laufendem Job.' },
      },
      active: {
        label: { en: 'Active', de: 'Aktiv' },
        help: {
          en: 'Jobs of a stopped queue wait until it is active again.',
          de: 'Jobs einer angehaltenen Warteschlange warten, bis sie wieder aktiv ist.',
        },
      },
    },
  },
})
