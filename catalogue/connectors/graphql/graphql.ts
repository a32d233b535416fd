import { defineConnector } from '@weft/kit/define/connector.ts'
import { named } from '@weft/kit/define/settings.ts'
import { signInLabels } from '@weft/kit/http-sign-in/sign-in-labels.ts'
import {
  signInDestination,
  signInIsComplete,
  signInSecrets,
  signInSettings,
} from '@weft/kit/http-sign-in/sign-in-settings.ts'
import { z } from 'zod'

const name = z.string().trim().max(191)
const helped = <S extends z.ZodType>(schema: S, en: string, de: string): S =>
  schema.meta({ ...schema.meta(), help: { en, de } })

const resource = z.strictObject({
  name: named(name.min(1), 'Name', 'Name'),
  query: named(z.string().min(1).max(20_000).meta({ input: 'longText' }), 'Query', 'Abfrage'),
  variables: named(z.record(z.string(), z.unknown()).default({}).meta({ input: 'json' }), 'Variables', 'Variablen'),
  items: helped(
    named(z.string().trim().min(1).max(500), 'Where the records are', 'Wo die Datensätze sind'),
    'Below data: orders.nodes or orders.edges',
    'Unter data: orders.nodes oder orders.edges',
  ),
  after: helped(
    named(name.default('after'), 'Variable of the page', 'Variable der Seite'),
    'Takes endCursor of the pageInfo beside the records; empty: there is one page.',
    'Nimmt endCursor aus pageInfo neben den Datensätzen auf; leer: Es gibt eine Seite.',
  ),
  key: named(z.array(name.min(1)).max(10).default([]), 'Key fields', 'Schlüsselfelder'),
  changed_field: named(
    name.default(''),
    'Field that says when it was changed',
    'Feld, das sagt, wann es geändert wurde',
  ),
  changed_variable: helped(
    named(name.default(''), 'Variable “changed since”', 'Variable „geändert seit“'),
    'Empty: all is read, and what has not changed left out.',
    'Leer: Alles wird gelesen und weggelassen, was sich nicht geändert hat.',
  ),
})
export type GraphqlResource = z.output<typeof resource>

export const graphql = defineConnector({
  key: 'graphql',
  icon: 'IconBrandGraphql',
  category: 'web',
  settings: z
    .strictObject({
      base_url: z.url({ protocol: /^https?$/ }),
      ...signInSettings,
      resources: z.array(resource).max(200).default([]),
    })
    .check(signInIsComplete),
  secrets: signInSecrets,
  destination: ['base_url', ...signInDestination],
  checks: ['host', 'connection', 'sign_in'],
  provides: ['http', 'tables'],
  proven: 'graphql-yoga 5.24',
  labels: {
    title: { en: 'GraphQL', de: 'GraphQL' },
    help: {
      en: 'A system that answers queries in GraphQL. Each query that gives records is a table.',
      de: 'Ein System, das Abfragen in GraphQL beantwortet. Jede Abfrage, die Datensätze gibt, ist eine Tabelle.',
    },
    fields: {
      base_url: {
        label: { en: 'Address', de: 'Adresse' },
        help: { en: 'https://shop.example/graphql', de: 'https://shop.example/graphql' },
      },
      ...signInLabels,
      resources: {
        label: { en: 'Queries', de: 'Abfragen' },
        help: {
          en: 'What records are read from as from tables. Requests need none.',
          de: 'Woraus Datensätze wie aus Tabellen gelesen werden. Anfragen brauchen keine.',
        },
      },
    },
  },
})
