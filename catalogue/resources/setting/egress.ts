import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { named } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

const target = z.strictObject({
  host: named(z.string().trim().min(1).max(253), 'Host', 'Host'),
  port: named(z.int().min(1).max(65_535).optional(), 'Port', 'Port'),
})

export const egressSettings = defineSettingGroup({
  path: 'egress',
  schema: z.strictObject({ allow: z.array(target).max(200).default([]) }),
  labels: {
    title: { en: 'Reachable addresses', de: 'Erreichbare Adressen' },
    help: {
      en: 'Workflows reach the public internet only. Addresses of internal networks are refused, unless they stand here. Changes count after ten seconds.',
      de: 'Workflows erreichen nur das öffentliche Internet. Adressen interner Netze werden abgelehnt, sofern sie nicht hier stehen. Änderungen gelten nach zehn Sekunden.',
    },
    fields: {
      allow: {
        label: { en: 'Allowed internal addresses', de: 'Erlaubte interne Adressen' },
        help: {
          en: 'The host exactly as workflows write it. Without a port all ports are allowed.',
          de: 'Der Host genau so, wie Workflows ihn schreiben. Ohne Port sind alle Ports erlaubt.',
        },
      },
    },
  },
})
