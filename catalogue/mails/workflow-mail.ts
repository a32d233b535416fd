import { defineMail } from '@weft/kit/define/mail.ts'

export const workflowMail = defineMail({
  name: 'workflow_mail',
  area: 'workflow',
  scope: 'tenant',
  layout: 'none',
  labels: {
    title: { en: 'Mail of a workflow', de: 'E-Mail eines Workflows' },
    help: {
      en: 'What the step “Send mail” writes. A tenant adds here what all of them end with.',
      de: 'Was der Schritt „E-Mail senden“ schreibt. Mandanten ergänzen hier, womit alle enden sollen.',
    },
  },
  variables: {
    subject: {
      label: { en: 'Subject of the step', de: 'Betreff des Schritts' },
      sample: { en: 'Your order 4711', de: 'Ihre Bestellung 4711' },
    },
    text: {
      label: { en: 'Text of the step', de: 'Text des Schritts' },
      sample: {
        en: 'Your order has left our house.\nIt arrives tomorrow.',
        de: 'Ihre Bestellung hat unser Haus verlassen.\nSie kommt morgen an.',
      },
    },
  },
  subject: { en: '{{ subject }}', de: '{{ subject }}' },
  body: { en: '{{ text }}', de: '{{ text }}' },
})
