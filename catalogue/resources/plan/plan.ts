import { price } from '@weft/kit/define/money.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

const count = z.int().min(0).max(1_000_000_000_000).default(0)

export const plan = defineResource({
  table: 'plans',
  path: 'plans',
  scope: 'provider',
  fields: {
    name: z.string().trim().min(1).max(191),
    description: z.string().trim().max(2_000).default(''),
    base_fee: price.default('0'),
    included_runs: count,
    run_price: price.default('0'),
    included_records: count,
    record_price: price.default('0'),
    included_gb: z.int().min(0).max(1_000_000).default(0),
    gb_price: price.default('0'),
    active: z.boolean().default(true),
  },
  list: {
    columns: ['name', 'base_fee', 'included_runs', 'included_records', 'included_gb', 'active'],
    search: ['name', 'description'],
    sort: 'name',
  },
  form: [
    ['name', 'base_fee'],
    ['description'],
    ['included_runs', 'run_price'],
    ['included_records', 'record_price'],
    ['included_gb', 'gb_price'],
    ['active'],
  ],
  may: 'billing',
  labels: {
    one: { en: 'Plan', de: 'Tarif' },
    many: { en: 'Plans', de: 'Tarife' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      description: { en: 'Description', de: 'Beschreibung' },
      base_fee: {
        label: { en: 'Base fee', de: 'Grundgebühr' },
        help: { en: 'A month, without tax.', de: 'Je Monat, ohne Steuer.' },
      },
      included_runs: {
        label: { en: 'Runs included', de: 'Läufe enthalten' },
        help: { en: 'A month.', de: 'Je Monat.' },
      },
      run_price: {
        label: { en: 'Price for 1,000 runs', de: 'Preis für 1.000 Läufe' },
        help: { en: 'For those beyond.', de: 'Für alle weiteren.' },
      },
      included_records: {
        label: { en: 'Records included', de: 'Datensätze enthalten' },
        help: { en: 'Written in a month.', de: 'Geschriebene, je Monat.' },
      },
      record_price: {
        label: { en: 'Price for 1,000,000 records', de: 'Preis für 1.000.000 Datensätze' },
        help: { en: 'For those beyond.', de: 'Für alle weiteren.' },
      },
      included_gb: {
        label: { en: 'Storage included (GB)', de: 'Speicher enthalten (GB)' },
        help: {
          en: 'Databases and files, the mean of a month.',
          de: 'Datenbanken und Dateien, im Mittel eines Monats.',
        },
      },
      gb_price: {
        label: { en: 'Price for a GB', de: 'Preis für ein GB' },
        help: { en: 'A month, for those beyond.', de: 'Je Monat, für alle weiteren.' },
      },
      active: {
        label: { en: 'On offer', de: 'Im Angebot' },
        help: { en: 'Contracts that have a plan keep it.', de: 'Verträge behalten ihren Tarif.' },
      },
    },
  },
})
