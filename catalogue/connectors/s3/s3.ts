import { defineConnector } from '@weft/kit/define/connector.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { authorities, tlsLabels } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const s3 = defineConnector({
  key: 's3',
  icon: 'IconCloud',
  category: 'files',
  settings: z.strictObject({
    endpoint: z.union([z.url({ protocol: /^https?$/ }).max(2_000), z.literal('')]).default(''),
    region: z
      .string()
      .trim()
      .regex(
        inWords(/^[a-z0-9-]{1,50}$/, {
          en: 'Please enter a region such as eu-central-1.',
          de: 'Bitte eine Region wie eu-central-1 eingeben.',
        }),
      )
      .default('eu-central-1'),
    bucket: z
      .string()
      .trim()
      .regex(
        inWords(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, {
          en: 'Please enter the name of a bucket: 3 to 63 letters, digits, hyphens or dots.',
          de: 'Bitte den Namen eines Buckets eingeben: 3 bis 63 Buchstaben, Ziffern, Bindestriche oder Punkte.',
        }),
      ),
    addressing: z.enum(['automatic', 'path', 'host']).default('automatic'),
    access_key: z.string().trim().min(1).max(200),
    secret_key: z.string().max(400).default(''),
    session_token: z.string().trim().max(4_000).default(''),
    ca: authorities,
    folder: z.string().trim().max(1_000).default('/'),
  }),
  secrets: ['secret_key', 'session_token'],
  destination: ['endpoint', 'region', 'bucket'],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['files'],
  proven: 'Versity S3 Gateway 1.8',
  labels: {
    title: { en: 'S3', de: 'S3' },
    help: {
      en: 'Files in Amazon S3 or a store that speaks the same, such as MinIO, Ceph, Wasabi, Hetzner or IONOS.',
      de: 'Dateien in Amazon S3 oder einem Speicher, der dasselbe spricht, etwa MinIO, Ceph, Wasabi, Hetzner oder IONOS.',
    },
    fields: {
      endpoint: {
        label: { en: 'Address', de: 'Adresse' },
        help: {
          en: 'Empty for Amazon; otherwise as in https://minio.example:9000.',
          de: 'Leer für Amazon, sonst etwa https://minio.example:9000.',
        },
      },
      region: { en: 'Region', de: 'Region' },
      bucket: { en: 'Bucket', de: 'Bucket' },
      addressing: {
        label: { en: 'The bucket stands', de: 'Der Bucket steht' },
        options: {
          automatic: { en: 'Where it usually does', de: 'Wo er üblicherweise steht' },
          path: { en: 'In the path (host/bucket)', de: 'Im Pfad (host/bucket)' },
          host: { en: 'In the host name (bucket.host)', de: 'Im Hostnamen (bucket.host)' },
        },
      },
      access_key: { en: 'Access key ID', de: 'Zugriffsschlüssel-ID' },
      secret_key: { en: 'Secret access key', de: 'Geheimer Zugriffsschlüssel' },
      session_token: {
        label: { en: 'Session token', de: 'Sitzungstoken' },
        help: { en: 'Only with temporary keys.', de: 'Nur bei befristeten Schlüsseln.' },
      },
      ca: tlsLabels.ca,
      folder: { en: 'Folder', de: 'Ordner' },
    },
  },
})
