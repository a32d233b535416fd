import { defineConnector } from '@weft/kit/define/connector.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { authorities, tlsLabels } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const azureBlob = defineConnector({
  key: 'azure_blob',
  icon: 'IconCloud',
  category: 'files',
  settings: z.strictObject({
    account: z
      .string()
      .trim()
      .regex(
        inWords(/^[a-z0-9]{3,24}$/, {
          en: 'Please enter 3 to 24 small letters and digits.',
          de: 'Bitte 3 bis 24 Kleinbuchstaben und Ziffern eingeben.',
        }),
      ),
    endpoint: z.union([z.url({ protocol: /^https?$/ }).max(2_000), z.literal('')]).default(''),
    container: z
      .string()
      .trim()
      .regex(
        inWords(/^(\$root|\$web|[a-z0-9](-?[a-z0-9]){2,62})$/, {
          en: 'Please enter the name of a container: small letters, digits and single hyphens.',
          de: 'Bitte den Namen eines Containers eingeben: Kleinbuchstaben, Ziffern und einzelne Bindestriche.',
        }),
      ),
    auth: z.enum(['key', 'sas']).default('key'),
    secret: z.string().trim().max(4_000).default(''),
    ca: authorities,
    folder: z.string().trim().max(1_000).default('/'),
  }),
  secrets: ['secret'],
  destination: ['account', 'endpoint', 'container'],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['files'],
  proven: 'Azurite 3.37',
  labels: {
    title: { en: 'Azure Blob Storage', de: 'Azure Blob Storage' },
    help: { en: 'Files in a container of Azure.', de: 'Dateien in einem Container von Azure.' },
    fields: {
      account: { en: 'Storage account', de: 'Speicherkonto' },
      endpoint: {
        label: { en: 'Address', de: 'Adresse' },
        help: {
          en: 'Empty for ACCOUNT.blob.core.windows.net.',
          de: 'Leer für KONTO.blob.core.windows.net.',
        },
      },
      container: { en: 'Container', de: 'Container' },
      auth: {
        label: { en: 'Sign-in', de: 'Anmeldung' },
        options: {
          key: { en: 'Key of the account', de: 'Schlüssel des Kontos' },
          sas: { en: 'Shared access signature', de: 'Shared Access Signature (SAS)' },
        },
      },
      secret: {
        label: { en: 'Key or signature', de: 'Schlüssel oder Signatur' },
        help: {
          en: 'A signature as it stands behind the ? of the address: sv=…&sig=…',
          de: 'Eine Signatur so, wie sie hinter dem ? der Adresse steht: sv=…&sig=…',
        },
      },
      ca: tlsLabels.ca,
      folder: { en: 'Folder', de: 'Ordner' },
    },
  },
})
