import { queuePresets } from '@weft/kit/define/queue-presets.ts'
import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { named } from '@weft/kit/define/settings.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  twice: { en: 'There are two queues named {name}.', de: 'Es gibt zwei Warteschlangen namens {name}.' },
  beyond: {
    en: 'The queue {name} goes beyond the limits of tenants.',
    de: 'Die Warteschlange {name} überschreitet die Limits für Mandanten.',
  },
})

const preset = z.strictObject({
  name: named(z.string().trim().min(1).max(64), 'Name', 'Name'),
  priority: named(z.enum(['high', 'low']), 'Priority', 'Priorität', {
    high: { en: 'High', de: 'Hoch' },
    low: { en: 'Low', de: 'Niedrig' },
  }),
  instances: named(z.int().min(1).max(10), 'Instances', 'Instanzen'),
  tries: named(z.int().min(1).max(10), 'Tries', 'Versuche'),
  timeout: named(z.int().min(10).max(14_400), 'Timeout (s)', 'Zeitlimit (s)'),
  max_memory: named(z.int().min(64).max(2_048), 'Memory (MB)', 'Arbeitsspeicher (MB)'),
})

/** How machines run queues, how far tenants' own queues may go, and the queues a new tenant starts with. */
export const queueSettings = defineSettingGroup({
  path: 'queues',
  schema: z.strictObject({
    places_per_processor: z.int().min(1).max(32).default(4),
    least_places: z.int().min(1).max(64).default(8),
    warm_workers: z.int().min(0).max(16).default(1),
    most_instances: z.int().min(1).max(10).default(10),
    most_memory: z.int().min(64).max(2_048).default(2_048),
    presets: z.array(preset).min(1).max(20).default(queuePresets),
  }),
  refuse({ presets, most_instances, most_memory }) {
    const twice = presets.find(({ name }, i) => presets.findIndex((other) => other.name === name) !== i)
    if (twice) return { field: 'presets', message: texts.twice({ name: twice.name }) }
    const beyond = presets.find((one) => one.instances > most_instances || one.max_memory > most_memory)
    return beyond && { field: 'presets', message: texts.beyond({ name: beyond.name }) }
  },
  labels: {
    title: { en: 'Machines, limits and presets', de: 'Maschinen, Limits und Vorlagen' },
    help: {
      en: 'What machines run with becomes their configuration when it is generated, and counts from their next start. Limits and presets count at once; queues there are stay as they are.',
      de: 'Womit Maschinen arbeiten, wird beim Erzeugen ihrer Konfiguration übernommen und gilt ab ihrem nächsten Start. Limits und Vorlagen gelten sofort; vorhandene Warteschlangen bleiben, wie sie sind.',
    },
    fields: {
      places_per_processor: {
        label: { en: 'Jobs at once per processor', de: 'Jobs zugleich je Prozessor' },
        help: {
          en: 'Jobs often wait for databases and networks, so more than one fits.',
          de: 'Jobs warten oft auf Datenbanken und Netze, daher passt mehr als einer.',
        },
      },
      least_places: {
        label: { en: 'Jobs at once at least', de: 'Jobs zugleich mindestens' },
        help: { en: 'However few processors a machine has.', de: 'So wenige Prozessoren eine Maschine auch hat.' },
      },
      warm_workers: {
        label: { en: 'Warm workers', de: 'Bereitstehende Worker' },
        help: {
          en: 'Processes that wait for work, so that a job starts at once.',
          de: 'Prozesse, die auf Arbeit warten, damit ein Job sofort beginnt.',
        },
      },
      most_instances: {
        label: { en: 'Instances of a queue at most', de: 'Instanzen einer Warteschlange höchstens' },
        help: {
          en: 'What tenants may set for their queues.',
          de: 'Was Mandanten für ihre Warteschlangen einstellen dürfen.',
        },
      },
      most_memory: {
        label: { en: 'Memory of a job at most (MB)', de: 'Arbeitsspeicher eines Jobs höchstens (MB)' },
        help: {
          en: 'What tenants may set for their queues.',
          de: 'Was Mandanten für ihre Warteschlangen einstellen dürfen.',
        },
      },
      presets: {
        label: { en: 'Queues of a new tenant', de: 'Warteschlangen eines neuen Mandanten' },
        help: {
          en: 'The one named “default” takes what names no queue.',
          de: 'Die namens „default“ nimmt, was keine Warteschlange nennt.',
        },
      },
    },
  },
})
