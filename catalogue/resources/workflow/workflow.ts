import { dataSetTypes } from '@weft/kit/define/data-set-type.ts'
import { durationOf } from '@weft/kit/define/duration.ts'
import { jobDays } from '@weft/kit/define/job-days.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  every: {
    en: 'Write a duration of at least a minute, such as 1d or 2h 30m, or leave it empty.',
    de: 'Schreiben Sie eine Dauer von mindestens einer Minute, etwa 1d oder 2h 30m, oder lassen Sie das Feld leer.',
  },
  className: {
    en: 'The class name begins with a capital letter and has only letters and digits: no spaces, no special characters.',
    de: 'Der Klassenname beginnt mit einem Großbuchstaben und enthält nur Buchstaben und Ziffern: keine Leerzeichen, keine Sonderzeichen.',
  },
})

const className = z
  .string()
  .trim()
  .max(64)
  .refine((name) => /^[A-Z][A-Za-z0-9]*$/.test(name), {
    error: say(texts.className(), 'en'),
    params: { say: texts.className() },
  })

const expectedEvery = z
  .string()
  .trim()
  .default('')
  .refine((text) => text === '' || (durationOf(text) ?? 0) >= 60_000, {
    error: say(texts.every(), 'en'),
    params: { say: texts.every() },
  })
  .meta({ input: 'duration' })

export const workflow = defineResource({
  table: 'workflows',
  path: 'workflows',
  scope: 'project',
  fields: {
    label: z.string().trim().min(1).max(191),
    class_name: className,
    description: z.string().trim().max(2_000).default('').meta({ input: 'longText' }),
    icon: z.string().max(64).default(''),
    queue_id: z.uuid().nullish().meta({ input: 'reference', of: 'queues', by: 'name' }),
    concurrency_limit: z.int().min(1).max(1_000).default(1),
    concurrency: z.enum(['queue', 'skip', 'cancel_oldest']).default('queue'),
    immediate: z.boolean().default(false),
    content_identifier: z.string().trim().max(191).default(''),
    content_type: z.string().trim().max(60).default('').meta({ input: 'content_type' }),
    dataset_type: z.enum(dataSetTypes).default(''),
    contact_person: z.string().trim().max(191).default(''),
    email_recipient: z.string().trim().max(1_000).default(''),
    expected_every: expectedEvery,
    expected_records: z.int().min(0).max(2_000_000_000).default(0),
    expected_usual: z.boolean().default(false),
    job_days: jobDays.nullable().default(null),
    failed_job_days: jobDays.nullable().default(null),
    exclude_from_billing: z.boolean().default(false),
    active: z.boolean().default(false),
  },
  list: { columns: ['label', 'class_name', 'active'], search: ['label', 'class_name', 'description'], sort: 'label' },
  form: [
    ['label', 'class_name'],
    ['description'],
    ['queue_id'],
    ['concurrency_limit', 'concurrency'],
    ['immediate'],
    ['content_identifier', 'content_type'],
    ['dataset_type', 'contact_person'],
    ['email_recipient'],
    ['expected_every', 'expected_records'],
    ['expected_usual'],
    ['job_days', 'failed_job_days'],
    ['exclude_from_billing', 'active'],
  ],
  may: 'workflows',
  labels: {
    one: { en: 'Workflow', de: 'Workflow' },
    many: { en: 'Workflows', de: 'Workflows' },
    fields: {
      label: { en: 'Name', de: 'Name' },
      class_name: {
        label: { en: 'Class name', de: 'Klassenname' },
        help: {
          en: 'One word without spaces, such as ImportOrders. Left empty at first, it is made from the name.',
          de: 'Ein Wort ohne Leerzeichen, etwa ImportOrders. Bleibt er anfangs leer, wird er aus dem Namen gebildet.',
        },
      },
      description: { en: 'Description', de: 'Beschreibung' },
      icon: { en: 'Icon', de: 'Symbol' },
      queue_id: {
        label: { en: 'Queue', de: 'Warteschlange' },
        help: {
          en: 'Decides how many jobs run at once, how often they are tried again and how long they may take.',
          de: 'Bestimmt, wie viele Jobs zugleich laufen, wie oft sie wiederholt werden und wie lange sie dauern dürfen.',
        },
      },
      concurrency_limit: {
        label: { en: 'Jobs at the same time', de: 'Jobs zur gleichen Zeit' },
        help: {
          en: 'On all machines together. A job that waits for a time or for another job counts as well.',
          de: 'Auf allen Maschinen zusammen. Ein Job, der auf eine Zeit oder einen anderen Job wartet, zählt mit.',
        },
      },
      concurrency: {
        label: { en: 'When as many jobs are under way', de: 'Wenn so viele Jobs unterwegs sind' },
        options: {
          queue: { en: 'Let the new one wait', de: 'Den neuen warten lassen' },
          skip: { en: 'Skip the new one', de: 'Den neuen auslassen' },
          cancel_oldest: { en: 'Cancel the oldest', de: 'Den ältesten abbrechen' },
        },
      },
      immediate: {
        label: { en: 'Ahead of others', de: 'Vor anderen' },
        help: {
          en: 'A new job is taken before all that wait in the same queue already. None is interrupted for it.',
          de: 'Ein neuer Job kommt vor allen an die Reihe, die in derselben Warteschlange schon warten. Unterbrochen wird dafür keiner.',
        },
      },
      content_identifier: {
        label: { en: 'Content identifier', de: 'Inhaltskennung' },
        help: {
          en: 'A field such as order_number, whose values each job is found by, or a fixed word for all of them.',
          de: 'Ein Feld wie order_number, über dessen Werte jeder Job gefunden wird, oder ein festes Wort für alle.',
        },
      },
      content_type: {
        label: { en: 'What it identifies', de: 'Was sie bezeichnet' },
        help: {
          en: 'A word before the values, such as Order: jobs then say Order 4711.',
          de: 'Ein Wort vor den Werten, etwa Auftrag: In Jobs steht dann Auftrag 4711.',
        },
      },
      dataset_type: {
        label: { en: 'Data set type', de: 'Art des Datenbestands' },
        options: {
          '': { en: 'Not said', de: 'Keine Angabe' },
          full: { en: 'Full: every run brings all records', de: 'Vollständig: Jeder Lauf bringt alle Datensätze' },
          delta: {
            en: 'Delta: only what is new or changed',
            de: 'Delta: nur, was neu oder geändert ist',
          },
        },
        help: {
          en: 'Steps are checked against it: with a delta, none may remove what does not come.',
          de: 'Die Schritte werden daran geprüft: Bei einem Delta darf keiner entfernen, was nicht kommt.',
        },
      },
      contact_person: { en: 'Contact person', de: 'Ansprechpartner' },
      email_recipient: {
        label: { en: 'E-mail recipients', de: 'E-Mail-Empfänger' },
        help: { en: 'Several by comma.', de: 'Mehrere durch Komma getrennt.' },
      },
      expected_every: {
        label: { en: 'Expected to end well every', de: 'Soll gut enden alle' },
        help: {
          en: 'Such as 1d or 2h 30m. Where no run has for that long, its people are told. Empty: nothing is expected.',
          de: 'Etwa 1d oder 2h 30m. Bleibt das so lange aus, wird es den Zuständigen gemeldet. Leer: Nichts wird erwartet.',
        },
      },
      expected_records: {
        label: { en: 'With at least so many records', de: 'Mit mindestens so vielen Datensätzen' },
        help: {
          en: 'Written in that time by all runs together.',
          de: 'In dieser Zeit von allen Läufen zusammen geschrieben.',
        },
      },
      expected_usual: {
        label: { en: 'Tell of unusual runs', de: 'Ungewöhnliche Läufe melden' },
        help: {
          en: 'When a run takes much longer, moves far fewer records or rejects many more than its own past runs, its people are told.',
          de: 'Wenn ein Lauf viel länger dauert, viel weniger Datensätze bewegt oder viel mehr ablehnt als seine früheren, wird es den Zuständigen gemeldet.',
        },
      },
      job_days: {
        label: { en: 'Keep jobs (days)', de: 'Jobs aufbewahren (Tage)' },
        help: {
          en: 'Empty: as the tenant says. 0 keeps them for good.',
          de: 'Leer: wie der Mandant es festlegt. 0 bewahrt sie dauerhaft auf.',
        },
      },
      failed_job_days: {
        label: { en: 'Keep failed jobs (days)', de: 'Fehlgeschlagene Jobs aufbewahren (Tage)' },
        help: {
          en: 'Those that failed, were cancelled or rejected records; never shorter than the others.',
          de: 'Jobs, die fehlschlugen, abgebrochen wurden oder Datensätze ablehnten; nie kürzer als die anderen.',
        },
      },
      exclude_from_billing: { en: 'Exclude from billing', de: 'Von der Abrechnung ausnehmen' },
      active: {
        label: { en: 'Active', de: 'Aktiv' },
        help: {
          en: 'Triggers start active, published workflows only.',
          de: 'Auslöser starten nur aktive, veröffentlichte Workflows.',
        },
      },
    },
  },
})
