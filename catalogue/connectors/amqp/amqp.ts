import { defineConnector } from '@weft/kit/define/connector.ts'
import { tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const amqp = defineConnector({
  key: 'amqp',
  icon: 'IconMessages',
  category: 'messaging',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(5671),
    user: z.string().trim().min(1).max(191),
    password: z.string().max(4_000).default(''),
    virtual_host: z.string().trim().min(1).max(255).default('/'),
    ...tlsSettings,
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'version'],
  provides: ['messages'],
  proven: 'RabbitMQ 3.10',
  labels: {
    title: { en: 'RabbitMQ (AMQP)', de: 'RabbitMQ (AMQP)' },
    help: {
      en: 'Queues and exchanges of RabbitMQ and other brokers that speak AMQP 0-9-1. An exchange is written with its routing key: exchange/routing.key.',
      de: 'Queues und Exchanges von RabbitMQ und anderen Brokern, die AMQP 0-9-1 sprechen. Ein Exchange wird mit seinem Routing-Key geschrieben: exchange/routing.key.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      virtual_host: { en: 'Virtual host', de: 'Virtueller Host' },
      ...tlsLabels,
    },
  },
})
