import { defineMessages } from '@weft/kit/messages/messages.ts'

/** What stands on an invoice. */
export const paper = defineMessages({
  invoice: { en: 'Invoice {number}', de: 'Rechnung {number}' },
  draft: { en: 'Draft of an invoice', de: 'Rechnungsentwurf' },
  cancellation: {
    en: 'Cancellation {number} of invoice {cancels}',
    de: 'Stornorechnung {number} zur Rechnung {cancels}',
  },
  number: { en: 'Number', de: 'Nummer' },
  date: { en: 'Date', de: 'Datum' },
  period: { en: 'Service period', de: 'Leistungszeitraum' },
  customer: { en: 'Customer number', de: 'Kundennummer' },
  yourVat: { en: 'Your VAT number', de: 'Ihre USt-IdNr.' },
  due: { en: 'Due on', de: 'Fällig am' },
  position: { en: 'No.', de: 'Pos.' },
  service: { en: 'Service', de: 'Leistung' },
  quantity: { en: 'Quantity', de: 'Menge' },
  price: { en: 'Price', de: 'Preis' },
  amount: { en: 'Amount', de: 'Betrag' },
  base: { en: 'Base fee {plan}', de: 'Grundgebühr {plan}' },
  runs: { en: 'Runs of workflows', de: 'Workflow-Läufe' },
  records: { en: 'Records written', de: 'Geschriebene Datensätze' },
  storage: { en: 'Storage, mean of the days in GB', de: 'Speicher, Mittel der Tage in GB' },
  contract: { en: 'Contract V-{number}', de: 'Vertrag V-{number}' },
  used: { en: '{used} used, {included} included', de: '{used} genutzt, {included} enthalten' },
  perRuns: { en: 'per 1,000', de: 'je 1.000' },
  perRecords: { en: 'per 1,000,000', de: 'je 1.000.000' },
  perGb: { en: 'per GB', de: 'je GB' },
  perMonth: { en: 'per month', de: 'je Monat' },
  net: { en: 'Net', de: 'Netto' },
  tax: { en: 'VAT {rate} % of {net}', de: 'USt. {rate} % auf {net}' },
  gross: { en: 'Total', de: 'Gesamtbetrag' },
  reverse_charge: {
    en: 'Reverse charge: VAT is owed by the recipient of the service (Article 196 of Directive 2006/112/EC).',
    de: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge, Art. 196 der Richtlinie 2006/112/EG).',
  },
  small_business: {
    en: 'No VAT is charged: small business under § 19 of the German VAT Act (UStG).',
    de: 'Kein Ausweis von Umsatzsteuer: Kleinunternehmer nach § 19 UStG.',
  },
  not_subject: {
    en: 'The seller is not subject to VAT.',
    de: 'Der leistende Unternehmer ist nicht umsatzsteuerpflichtig.',
  },
  outside: {
    en: 'Not taxable: the place of supply lies outside of the seller’s tax area.',
    de: 'Nicht steuerbar: Der Ort der Leistung liegt außerhalb des Steuergebiets des leistenden Unternehmers.',
  },
  disabled: { en: 'This invoice carries no VAT.', de: 'Diese Rechnung enthält keine Umsatzsteuer.' },
  transfer: {
    en: 'Please transfer {gross} by {due}, quoting {number}.',
    de: 'Bitte überweisen Sie {gross} bis zum {due} unter Angabe von {number}.',
  },
  sepa: {
    en: 'We collect {gross} on {due} by SEPA direct debit from {iban} (mandate {mandate}).',
    de: 'Wir ziehen {gross} am {due} per SEPA-Lastschrift von {iban} ein (Mandat {mandate}).',
  },
  creditor: { en: 'Creditor identifier: {id}', de: 'Gläubiger-ID: {id}' },
  credited: {
    en: 'The sum of the cancelled invoice is credited to your account.',
    de: 'Der Betrag der stornierten Rechnung wird Ihrem Konto gutgeschrieben.',
  },
  vat: { en: 'VAT number: {number}', de: 'USt-IdNr.: {number}' },
  taxNumber: { en: 'Tax number: {number}', de: 'Steuernummer: {number}' },
  bank: { en: 'Bank details', de: 'Bankverbindung' },
  page: { en: 'Page {page} of {pages}', de: 'Seite {page} von {pages}' },
})
