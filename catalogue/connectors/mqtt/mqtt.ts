import { defineConnector } from '@weft/kit/define/connector.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const mqtt = defineConnector({
  key: 'mqtt',
  icon: 'IconBroadcast',
  category: 'messaging',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(8883),
    user: z.string().trim().max(191).default(''),
    password: z.string().max(4_000).default(''),
    ...tlsSettings,
    version: z.enum(['5', '3.1.1']).default('5'),
    client_id: z
      .string()
      .trim()
      .regex(
        inWords(/^[A-Za-z0-9_.-]{1,40}$/, {
          en: 'Please enter up to 40 letters without accents, digits, hyphens, dots or underscores.',
          de: 'Bitte bis zu 40 Buchstaben ohne Umlaute, Ziffern, Bindestriche, Punkte oder Unterstriche eingeben.',
        }),
      )
      .default('weft'),
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in'],
  provides: ['messages'],
  proven: 'Mosquitto 2.0',
  labels: {
    title: { en: 'MQTT', de: 'MQTT' },
    help: {
      en: 'Messages of machines, sensors and gateways, from a broker such as Mosquitto, EMQX or HiveMQ.',
      de: 'Nachrichten von Maschinen, Sensoren und Gateways über einen Broker wie Mosquitto, EMQX oder HiveMQ.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      ...tlsLabels,
      version: { en: 'Version of MQTT', de: 'MQTT-Version' },
      client_id: {
        label: { en: 'Client ID', de: 'Client-ID' },
        help: {
          en: 'What the identifiers begin with by which the broker keeps messages between two runs.',
          de: 'Womit die Kennungen beginnen, unter denen der Broker zwischen zwei Läufen Nachrichten aufhebt.',
        },
      },
    },
  },
})
