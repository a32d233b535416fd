import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { signInLabels } from '@weft/kit/http-sign-in/sign-in-labels.ts'
import {
  signInDestination,
  signInIsComplete,
  signInSecrets,
  signInSettings,
} from '@weft/kit/http-sign-in/sign-in-settings.ts'
import { z } from 'zod'

export const soap = defineConnector({
  key: 'soap',
  icon: 'IconApi',
  category: 'web',
  settings: z
    .strictObject({
      base_url: z.url({ protocol: /^https?$/ }),
      description: z.enum(['address', 'text']).default('address'),
      wsdl_path: onlyWhen('description', ['address'], z.string().trim().max(500).default('?wsdl')),
      wsdl_text: onlyWhen('description', ['text'], z.string().max(2_000_000).default('').meta({ input: 'longText' })),
      port: z.string().trim().max(191).default(''),
      security: z.enum(['none', 'text', 'digest']).default('none'),
      security_user: onlyWhen('security', ['text', 'digest'], z.string().trim().max(200).default('')),
      security_password: onlyWhen('security', ['text', 'digest'], z.string().max(400).default('')),
      ...signInSettings,
    })
    .check(signInIsComplete),
  secrets: ['security_password', ...signInSecrets],
  destination: ['base_url', ...signInDestination],
  checks: ['host', 'connection', 'sign_in', 'rights'],
  provides: ['http', 'actions'],
  proven: 'the server of the npm package soap 1',
  labels: {
    title: { en: 'SOAP', de: 'SOAP' },
    help: {
      en: 'A web service with a WSDL. Each of its operations is an action.',
      de: 'Ein Webdienst mit einer WSDL. Jede seiner Operationen ist eine Aktion.',
    },
    fields: {
      base_url: {
        label: { en: 'Address of the service', de: 'Adresse des Dienstes' },
        help: {
          en: 'Calls go here, whatever address the WSDL names.',
          de: 'Hierhin gehen die Aufrufe, welche Adresse die WSDL auch nennt.',
        },
      },
      description: {
        label: { en: 'WSDL', de: 'WSDL' },
        options: {
          address: { en: 'Lies at an address', de: 'Liegt an einer Adresse' },
          text: { en: 'Stands here', de: 'Steht hier' },
        },
      },
      wsdl_path: {
        label: { en: 'Where it lies', de: 'Wo sie liegt' },
        help: {
          en: 'Relative to the address of the service, such as ?wsdl',
          de: 'Relativ zur Adresse des Dienstes, etwa ?wsdl',
        },
      },
      wsdl_text: { en: 'Text of the WSDL', de: 'Text der WSDL' },
      port: {
        label: { en: 'Port', de: 'Port' },
        help: {
          en: 'The name of a port in the WSDL, where it has several; empty: the first one of SOAP.',
          de: 'Der Name eines Ports in der WSDL, wenn es mehrere gibt; leer: der erste für SOAP.',
        },
      },
      security: {
        label: { en: 'WS-Security', de: 'WS-Security' },
        options: {
          none: { en: 'None', de: 'Keine' },
          text: { en: 'User name and password', de: 'Benutzername und Passwort' },
          digest: { en: 'User name and digest', de: 'Benutzername und Prüfsumme (Digest)' },
        },
      },
      security_user: { en: 'User', de: 'Benutzer' },
      security_password: { en: 'Password', de: 'Passwort' },
      ...signInLabels,
    },
  },
})
