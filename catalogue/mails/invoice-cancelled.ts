import { defineMail } from '@weft/kit/define/mail.ts'

export const invoiceCancelledMail = defineMail({
  name: 'invoice_cancelled',
  area: 'billing',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Cancelled invoice', de: 'Stornierte Rechnung' },
    help: {
      en: 'Brings the cancellation of an invoice as a PDF file.',
      de: 'Bringt die Stornierung einer Rechnung als PDF-Datei.',
    },
  },
  variables: {
    number: { label: { en: 'Number', de: 'Nummer' }, sample: 'RE-2026-00043' },
    cancels: { label: { en: 'Number of the invoice', de: 'Nummer der Rechnung' }, sample: 'RE-2026-00042' },
    company: { label: { en: 'Company that pays', de: 'Firma, die zahlt' }, sample: 'Hanse & Söhne KG' },
    total: { label: { en: 'Total', de: 'Gesamtbetrag' }, sample: { en: '-€71.34', de: '-71,34 €' } },
    seller: { label: { en: 'Company that bills', de: 'Firma, die abrechnet' }, sample: 'Weft GmbH' },
  },
  subject: {
    en: 'Cancellation {{ number }} of invoice {{ cancels }}',
    de: 'Stornorechnung {{ number }} zur Rechnung {{ cancels }}',
  },
  body: {
    en: '{{ greeting }}\n\nattached you find cancellation **{{ number }}** of invoice {{ cancels }} for {{ company }}: **{{ total }}**.\n\nKind regards\n{{ seller }}',
    de: '{{ greeting }}\n\nanbei erhalten Sie die Stornorechnung **{{ number }}** zur Rechnung {{ cancels }} für {{ company }}: **{{ total }}**.\n\nMit freundlichen Grüßen\n{{ seller }}',
  },
})
