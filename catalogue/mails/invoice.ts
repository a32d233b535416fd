import { defineMail } from '@weft/kit/define/mail.ts'

export const invoiceMail = defineMail({
  name: 'invoice',
  area: 'billing',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: 'Invoice', de: 'Rechnung' },
    help: {
      en: 'Brings an invoice as a PDF file to the partner or tenant who pays it.',
      de: 'Bringt dem Partner oder Mandanten, der sie zahlt, eine Rechnung als PDF-Datei.',
    },
  },
  variables: {
    number: { label: { en: 'Number', de: 'Nummer' }, sample: 'RE-2026-00042' },
    company: { label: { en: 'Company that pays', de: 'Firma, die zahlt' }, sample: 'Hanse & Söhne KG' },
    period: {
      label: { en: 'Service period', de: 'Leistungszeitraum' },
      sample: { en: '1 Oct 2026 – 31 Oct 2026', de: '01.10.2026 – 31.10.2026' },
    },
    total: { label: { en: 'Total', de: 'Gesamtbetrag' }, sample: { en: '€71.34', de: '71,34 €' } },
    due: { label: { en: 'Due on', de: 'Fällig am' }, sample: { en: '17 Nov 2026', de: '17.11.2026' } },
    seller: { label: { en: 'Company that bills', de: 'Firma, die abrechnet' }, sample: 'Weft GmbH' },
  },
  subject: { en: 'Invoice {{ number }}', de: 'Rechnung {{ number }}' },
  body: {
    en: '{{ greeting }}\n\nattached you find invoice **{{ number }}** for {{ company }}, {{ period }}: **{{ total }}**, due on {{ due }}.\n\nKind regards\n{{ seller }}',
    de: '{{ greeting }}\n\nanbei erhalten Sie die Rechnung **{{ number }}** für {{ company }}, {{ period }}: **{{ total }}**, fällig am {{ due }}.\n\nMit freundlichen Grüßen\n{{ seller }}',
  },
})
