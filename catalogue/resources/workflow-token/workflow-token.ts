import { ipRange } from '@weft/kit/define/ip-range.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const workflowToken = defineResource({
  table: 'workflow_tokens',
  path: 'workflow_tokens',
  scope: 'project',
  fields: {
    workflow_id: z.uuid().meta({ input: 'reference', reference: 'workflow' }),
    name: z.string().trim().min(1).max(191),
    whitelisting_active: z.boolean().default(false),
    whitelist_ips: z.array(ipRange).max(200).default([]),
    active: z.boolean().default(true),
  },
  list: { columns: ['name', 'workflow_id', 'whitelisting_active', 'active'], search: ['name'], sort: 'name' },
  form: [['name', 'workflow_id'], ['whitelisting_active'], ['whitelist_ips'], ['active']],
  may: 'tokens',
  labels: {
    one: { en: 'Token', de: 'Token' },
    many: { en: 'Tokens', de: 'Tokens' },
    fields: {
      workflow_id: { en: 'Workflow', de: 'Workflow' },
      name: { en: 'Name', de: 'Name' },
      whitelisting_active: {
        label: { en: 'Only from these addresses', de: 'Nur von diesen Adressen' },
        help: { en: 'Calls from elsewhere are refused.', de: 'Aufrufe von anderswo werden abgewiesen.' },
      },
      whitelist_ips: {
        label: { en: 'Addresses', de: 'Adressen' },
        help: {
          en: 'IPv4 or IPv6, ranges such as 10.0.0.0/8, or * for a part.',
          de: 'IPv4 oder IPv6, Bereiche wie 10.0.0.0/8 oder * für einen Teil.',
        },
      },
      active: { en: 'Active', de: 'Aktiv' },
    },
  },
})
