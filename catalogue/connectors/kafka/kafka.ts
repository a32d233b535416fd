import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

const signedIn = ['plain', 'scram_sha_256', 'scram_sha_512']

export const kafka = defineConnector({
  key: 'kafka',
  icon: 'IconStack2',
  category: 'messaging',
  settings: z.strictObject({
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
  }),
  secrets: ['password'],
  destination: ['brokers'],
  checks: ['host', 'connection', 'sign_in', 'rights'],
  provides: ['messages'],
  proven: 'Apache Kafka 4',
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
    },
  },
})

export type Settings = z.output<typeof kafka.settings>
