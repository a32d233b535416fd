import type { ConnectorAction } from '@weft/kit/define/connector-action.ts'
import { defineConnector } from '@weft/kit/define/connector.ts'
import { z } from 'zod'

const id = z.int().min(1)
const idLabel = { en: 'ID of the sale', de: 'ID des Verkaufs' }
const stateLabel = { en: 'State', de: 'Status' }

const onSale = (key: string, title: { en: string; de: string }, help: { en: string; de: string }): ConnectorAction => ({
  key,
  labels: { title, help, fields: { id: idLabel, state: stateLabel } },
  input: z.strictObject({ id }),
  output: z.object({ id, state: z.string() }),
})

export const tryton = defineConnector({
  key: 'tryton',
  icon: 'IconBuildingFactory',
  category: 'business',
  settings: z.strictObject({
    base_url: z.url({ protocol: /^https?$/ }),
    database: z.string().trim().min(1).max(191),
    user: z.string().trim().min(1).max(191),
    password: z.string().max(400).default(''),
  }),
  secrets: ['password'],
  destination: ['base_url', 'database', 'user'],
  checks: ['host', 'connection', 'sign_in', 'rights'],
  provides: ['tables', 'lookup', 'write', 'actions'],
  proven: 'Tryton 6.0',
  actions: [
    onSale(
      'sale.quote',
      { en: 'Quote a sale', de: 'Verkauf anbieten' },
      { en: 'Makes a draft an offer.', de: 'Macht aus einem Entwurf ein Angebot.' },
    ),
    onSale(
      'sale.confirm',
      { en: 'Confirm a sale', de: 'Verkauf bestätigen' },
      {
        en: 'Confirms an offer; a draft is offered before.',
        de: 'Bestätigt ein Angebot; ein Entwurf wird vorher angeboten.',
      },
    ),
    onSale(
      'sale.process',
      { en: 'Process a sale', de: 'Verkauf ausführen' },
      {
        en: 'Makes invoice and delivery of a confirmed sale.',
        de: 'Macht aus einem bestätigten Verkauf Rechnung und Lieferung.',
      },
    ),
    onSale(
      'sale.cancel',
      { en: 'Cancel a sale', de: 'Verkauf stornieren' },
      { en: 'As long as it is not being processed.', de: 'Solange er nicht ausgeführt wird.' },
    ),
    {
      key: 'call',
      labels: {
        title: { en: 'Call a method', de: 'Methode aufrufen' },
        help: {
          en: 'Any method of a model that may be called from outside, such as a button.',
          de: 'Jede Methode eines Modells, die von außen aufgerufen werden darf, etwa eine Schaltfläche.',
        },
        fields: {
          model: { en: 'Model', de: 'Modell' },
          method: { en: 'Method', de: 'Methode' },
          arguments: { en: 'Arguments', de: 'Argumente' },
          result: { en: 'What it answers', de: 'Was sie antwortet' },
        },
      },
      input: z.strictObject({
        model: z.string().regex(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/),
        method: z.string().regex(/^[a-z][a-z0-9_]*$/),
        arguments: z.array(z.unknown()).default([]),
      }),
      output: z.object({ result: z.unknown() }),
    },
  ],
  labels: {
    title: { en: 'Tryton', de: 'Tryton' },
    help: {
      en: 'An ERP: its models are tables, and sales are confirmed by actions.',
      de: 'Ein ERP: Seine Modelle sind Tabellen, und Verkäufe werden über Aktionen bestätigt.',
    },
    fields: {
      base_url: {
        label: { en: 'Address', de: 'Adresse' },
        help: { en: 'https://erp.example:8000', de: 'https://erp.example:8000' },
      },
      database: { en: 'Database', de: 'Datenbank' },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
    },
  },
})
