import { defineConnector } from '@weft/kit/define/connector.ts'
import { signInLabels } from '@weft/kit/http-sign-in/sign-in-labels.ts'
import {
  signInDestination,
  signInIsComplete,
  signInSecrets,
  signInSettings,
} from '@weft/kit/http-sign-in/sign-in-settings.ts'
import { z } from 'zod'

export const odata = defineConnector({
  key: 'odata',
  icon: 'IconTableShare',
  category: 'web',
  settings: z
    .strictObject({
      base_url: z.url({ protocol: /^https?$/ }),
      version: z.enum(['v4', 'v2']).default('v4'),
      ...signInSettings,
      page_size: z.int().min(1).max(10_000).default(1_000),
    })
    .check(signInIsComplete),
  secrets: signInSecrets,
  destination: ['base_url', ...signInDestination],
  checks: ['host', 'connection', 'sign_in', 'rights'],
  provides: ['http', 'tables', 'lookup', 'write'],
  proven: 'an OData v2 and v4 service of our own',
  labels: {
    title: { en: 'OData', de: 'OData' },
    help: {
      en: 'A service that describes its entity sets itself, as SAP, Dynamics and many others do.',
      de: 'Ein Dienst, der seine Entitätsmengen selbst beschreibt, wie bei SAP, Dynamics und vielen anderen.',
    },
    fields: {
      base_url: {
        label: { en: 'Address of the service', de: 'Adresse des Dienstes' },
        help: { en: 'Where $metadata lies below.', de: 'Unter der $metadata liegt.' },
      },
      version: {
        label: { en: 'Version', de: 'Version' },
        options: { v4: { en: 'OData 4', de: 'OData 4' }, v2: { en: 'OData 2', de: 'OData 2' } },
      },
      ...signInLabels,
      page_size: { en: 'Records per page', de: 'Datensätze je Seite' },
    },
  },
})
