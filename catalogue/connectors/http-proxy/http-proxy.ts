import { defineConnector } from '@weft/kit/define/connector.ts'
import { tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const httpProxy = defineConnector({
  key: 'http_proxy',
  icon: 'IconRouteAltRight',
  category: 'network',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(3128),
    user: z.string().trim().max(191).default(''),
    password: z.string().max(400).default(''),
    ...tlsSettings,
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in'],
  provides: ['tunnel'],
  proven: 'Tinyproxy 1.11',
  labels: {
    title: { en: 'HTTP proxy', de: 'HTTP-Proxy' },
    help: {
      en: 'A proxy that leads out of or into a network (CONNECT). Other connections are reached through it.',
      de: 'Ein Proxy, der aus einem Netz heraus oder hinein führt (CONNECT). Andere Verbindungen werden darüber erreicht.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      ...tlsLabels,
    },
  },
})
