import { ipRange } from '@weft/kit/define/ip-range.ts'
import { permissions } from '@weft/kit/define/permissions.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

/** The account of a program that calls the API: with rights of its own, and with tokens in place of a password. */
export const serviceAccount = defineResource({
  table: 'service_accounts',
  path: 'service_accounts',
  scope: 'partner',
  fields: {
    name: z.string().trim().min(1).max(100),
    description: z.string().trim().max(2_000).default(''),
    project_id: z.uuid().nullable().default(null),
    permissions: z.array(z.enum(permissions)).max(permissions.length).default([]),
    addresses: z.array(ipRange).max(200).default([]),
    active: z.boolean().default(true),
  },
  list: { columns: ['name', 'project_id', 'active'], search: ['name', 'description'], sort: 'name' },
  form: [['name', 'project_id'], ['description'], ['addresses'], ['active']],
  may: 'users',
  labels: {
    one: { en: 'Service account', de: 'Dienstkonto' },
    many: { en: 'Service accounts', de: 'Dienstkonten' },
    fields: {
      name: {
        label: { en: 'Name', de: 'Name' },
        help: { en: 'The program it is for.', de: 'Das Programm, für das es ist.' },
      },
      description: { en: 'Description', de: 'Beschreibung' },
      project_id: {
        label: { en: 'Project', de: 'Projekt' },
        help: {
          en: 'An account of one project reaches nothing else; it stays as it is.',
          de: 'Ein Konto eines Projekts erreicht nichts anderes; es bleibt dabei.',
        },
      },
      permissions: { en: 'Permissions', de: 'Berechtigungen' },
      addresses: {
        label: { en: 'IP addresses', de: 'IP-Adressen' },
        help: {
          en: 'From where its tokens are good; empty: from anywhere.',
          de: 'Von wo aus seine Token gelten; leer: von überall.',
        },
      },
      active: { en: 'Active', de: 'Aktiv' },
    },
  },
})
