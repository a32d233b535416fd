import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { named } from '@weft/kit/define/settings.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const publisher = z.strictObject({
  name: named(z.string().trim().min(1).max(191), 'Name', 'Name'),
  key: named(
    z
      .string()
      .trim()
      .regex(
        inWords(/^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/, {
          en: 'Please enter an Ed25519 public key as base64, in one line.',
          de: 'Bitte einen öffentlichen Ed25519-Schlüssel als Base64 in einer Zeile eingeben.',
        }),
      ),
    'Public key',
    'Öffentlicher Schlüssel',
  ),
})

export const pluginSettings = defineSettingGroup({
  path: 'plugins',
  schema: z.strictObject({ publishers: z.array(publisher).max(100).default([]) }),
  labels: {
    title: { en: 'Trusted publishers', de: 'Vertrauenswürdige Herausgeber' },
    help: {
      en: 'Only plugins signed by one of these keys are accepted and installed.',
      de: 'Nur Plugins, die mit einem dieser Schlüssel signiert sind, werden angenommen und installiert.',
    },
    fields: {
      publishers: {
        label: { en: 'Publishers', de: 'Herausgeber' },
        help: {
          en: 'The public key (ed25519) as the publisher gives it, beginning with MCowBQYDK2VwAyEA.',
          de: 'Der öffentliche Schlüssel (ed25519), wie ihn der Herausgeber angibt, beginnend mit MCowBQYDK2VwAyEA.',
        },
      },
    },
  },
})
