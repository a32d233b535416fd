import { defineMail } from '@weft/kit/define/mail.ts'

export const approvalMail = defineMail({
  name: 'approval',
  area: 'workflow',
  scope: 'tenant',
  layout: 'installation',
  labels: {
    title: { en: 'A decision is needed', de: 'Eine Entscheidung wird gebraucht' },
    help: {
      en: 'Asks people to approve or reject what a workflow is about to do.',
      de: 'Bittet Personen, zu genehmigen oder abzulehnen, was ein Workflow vorhat.',
    },
  },
  variables: {
    title: {
      label: { en: 'What is to be decided', de: 'Worüber entschieden wird' },
      sample: { en: 'Refund of 480.00 euros to Hanse Handel', de: 'Erstattung von 480,00 Euro an Hanse Handel' },
    },
    summary: {
      label: { en: 'Summary', de: 'Zusammenfassung' },
      sample: { en: 'Two parcels were lost on the way.', de: 'Zwei Pakete sind unterwegs verloren gegangen.' },
    },
    link: {
      label: { en: 'Link to the page', de: 'Link zur Seite' },
      sample: {
        en: 'https://weft.example.com/project/approvals/2f1c6a52-7f4c-4b54-9d35-4a7a3f0c7c11',
        de: 'https://weft.example.com/project/approvals/2f1c6a52-7f4c-4b54-9d35-4a7a3f0c7c11',
      },
    },
  },
  subject: { en: 'Please decide: {{ title }}', de: 'Bitte entscheiden: {{ title }}' },
  body: {
    en: '{{ greeting }}\n\na run waits for your decision:\n\n**{{ title }}**\n\n{{ summary }}\n\n[Look at it and decide]({{ link }})\n\nYou will be asked to sign in. It is enough if one of those who were asked decides.',
    de: '{{ greeting }}\n\nein Lauf wartet auf Ihre Entscheidung:\n\n**{{ title }}**\n\n{{ summary }}\n\n[Ansehen und entscheiden]({{ link }})\n\nDafür melden Sie sich an. Es genügt, wenn eine der gefragten Personen entscheidet.',
  },
})
