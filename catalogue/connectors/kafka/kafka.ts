import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { authorities, tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

const texts = defineMessages({
  address: { en: 'Please enter the address of the registry.', de: 'Bitte die Adresse der Registry eingeben.' },
})

const withRegistry = ['open', 'basic', 'bearer'] as const
const signedIn = ['plain', 'scram_sha_256', 'scram_sha_512']

export const kafka = defineConnector({
  key: 'kafka',
  icon: 'IconStack2',
  category: 'messaging',
  settings: z
    .strictObject({
      brokers: z
        .string()
        .trim()
        .max(2_000)
        .regex(
          inWords(/^[A-Za-z0-9.-]+:\d{1,5}(\s*,\s*[A-Za-z0-9.-]+:\d{1,5})*$/, {
            en: 'Please enter hosts with their ports, such as kafka-1.example.com:9093, with commas between.',
            de: 'Bitte Hosts mit Ports eingeben, etwa kafka-1.example.com:9093, getrennt durch Kommas.',
          }),
        ),
      ...tlsSettings,
      auth: z.enum(['none', 'plain', 'scram_sha_256', 'scram_sha_512']).default('scram_sha_512'),
      user: onlyWhen('auth', signedIn, z.string().trim().max(400).default('')),
      password: onlyWhen('auth', signedIn, z.string().max(4_000).default('')),
      registry: z.enum(['none', ...withRegistry]).default('none'),
      registry_url: onlyWhen(
        'registry',
        withRegistry,
        z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2_000)]).default(''),
      ),
      registry_user: onlyWhen('registry', ['basic'], z.string().trim().max(400).default('')),
      registry_secret: onlyWhen('registry', ['basic', 'bearer'], z.string().max(10_000).default('')),
      registry_ca: onlyWhen('registry', withRegistry, authorities),
    })
    .check(({ value, issues }) => {
      if (value.registry !== 'none' && value.registry_url === '')
        issues.push({
          code: 'custom',
          path: ['registry_url'],
          input: '',
          message: say(texts.address(), 'en'),
          params: { say: texts.address() },
        })
    }),
  secrets: ['password', 'registry_secret'],
  destination: ['brokers', 'registry_url'],
  checks: ['host', 'connection', 'sign_in', 'rights'],
  provides: ['messages', 'schemas'],
  proven: 'Apache Kafka 4',
  unproven: {
    en: 'Schemas are proven with Apicurio Registry 3, which answers as Confluent’s registry does. Confluent’s own and the cloud’s are not.',
    de: 'Schemas sind mit Apicurio Registry 3 nachgewiesen, die wie die Registry von Confluent antwortet. Die von Confluent selbst und die der Cloud sind es nicht.',
  },
  labels: {
    title: { en: 'Kafka', de: 'Kafka' },
    help: {
      en: 'Topics of Apache Kafka and what speaks its protocol, such as Redpanda, Confluent Cloud or Event Hubs.',
      de: 'Topics von Apache Kafka und allem, was dessen Protokoll spricht, etwa Redpanda, Confluent Cloud oder Event Hubs.',
    },
    fields: {
      brokers: {
        label: { en: 'Brokers', de: 'Broker' },
        help: {
          en: 'One is enough to find the others; several where one may be away.',
          de: 'Einer genügt, um die anderen zu finden; mehrere, falls einer ausfällt.',
        },
      },
      ...tlsLabels,
      auth: {
        label: { en: 'Sign-in', de: 'Anmeldung' },
        options: {
          none: { en: 'None', de: 'Keine' },
          plain: { en: 'SASL/PLAIN', de: 'SASL/PLAIN' },
          scram_sha_256: { en: 'SASL/SCRAM-SHA-256', de: 'SASL/SCRAM-SHA-256' },
          scram_sha_512: { en: 'SASL/SCRAM-SHA-512', de: 'SASL/SCRAM-SHA-512' },
        },
      },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      registry: {
        label: { en: 'Schema registry', de: 'Schema-Registry' },
        help: {
          en: 'Compatible with Confluent’s: contents of messages by Avro, Protobuf or JSON Schema.',
          de: 'Kompatibel zu der von Confluent: Inhalte von Nachrichten nach Avro, Protobuf oder JSON Schema.',
        },
        options: {
          none: { en: 'None', de: 'Keine' },
          open: { en: 'Without sign-in', de: 'Ohne Anmeldung' },
          basic: { en: 'With user and password', de: 'Mit Benutzer und Passwort' },
          bearer: { en: 'With token', de: 'Mit Token' },
        },
      },
      registry_url: {
        label: { en: 'Address of the registry', de: 'Adresse der Registry' },
        help: {
          en: 'Such as https://registry.example.com; what lies below it is asked for.',
          de: 'Etwa https://registry.example.com; gefragt wird nach dem, was darunter liegt.',
        },
      },
      registry_user: { en: 'User of the registry', de: 'Benutzer der Registry' },
      registry_secret: { en: 'Password or token of the registry', de: 'Passwort oder Token der Registry' },
      registry_ca: {
        label: { en: 'Certificate authority of the registry', de: 'Zertifizierungsstelle der Registry' },
        help: {
          en: 'Certificates in PEM form that vouch for it, where no public authority does.',
          de: 'Zertifikate im PEM-Format, die für sie bürgen, wenn es keine öffentliche Stelle tut.',
        },
      },
    },
  },
})

export type Settings = z.output<typeof kafka.settings>
