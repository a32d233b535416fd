import type { Message, Text } from '../messages/messages.ts'

/** A value a mail speaks of. The sample stands for it where no record is at hand. */
export type MailVariable = {
  label: Text
  sample: Text | string | number
  /** A code, or a link with a token: it is sent, but never kept in the mail log. */
  hidden?: true
}

/** What mails are about, in the order lists show them. */
export const mailAreas = ['account', 'workflow', 'support', 'billing', 'newsletter', 'system'] as const
export type MailArea = (typeof mailAreas)[number]

export const mailAreaLabels: Record<MailArea, Text> = {
  account: { en: 'Accounts', de: 'Konten' },
  workflow: { en: 'Workflows', de: 'Workflows' },
  support: { en: 'Support', de: 'Support' },
  billing: { en: 'Billing', de: 'Abrechnung' },
  newsletter: { en: 'Newsletter', de: 'Newsletter' },
  system: { en: 'System', de: 'System' },
}

type Declaration<Name extends string, Key extends string> = {
  /** The class name: what the log, the templates and the recipients call it. */
  name: Name
  area: MailArea
  /** Who may word it in their own way: only the provider, or each tenant for its own mails as well. */
  scope: 'provider' | 'tenant'
  /** Whether the installation's header, footer and colour are put around it; what a workflow writes to a tenant's customers stands alone. */
  layout: 'installation' | 'none'
  labels: { title: Text; help: Text }
  variables: Record<Key, MailVariable>
  /** Text with values in double braces, as in `template.ts`. */
  subject: Text
  /**
   * Markdown with values in double braces. A link alone in its paragraph becomes a button, a value in backticks alone in its
   * paragraph a code to copy, and a paragraph whose values are all empty is left out.
   */
  body: Text
}

/** Declares a kind of mail: what it is about, which values it is given, and what it says unless somebody words it anew. */
export const defineMail = <const Name extends string, const Key extends string>(declaration: Declaration<Name, Key>) =>
  declaration

export type MailClass<Key extends string = string> = Declaration<string, Key>
/** Every value a mail of the class must be given. A message is said in the mail's language. */
export type MailValues<Key extends string> = Record<Key, string | number | Message>

/** Values every mail has without being given them. */
export const commonVariables = {
  greeting: { label: { en: 'Greeting', de: 'Anrede' }, sample: { en: 'Hello Ada Adler,', de: 'Guten Tag Ada Adler,' } },
  name: { label: { en: 'Name of the recipient', de: 'Name der Empfängerin oder des Empfängers' }, sample: 'Ada Adler' },
  email: {
    label: { en: 'Address of the recipient', de: 'Adresse der Empfängerin oder des Empfängers' },
    sample: 'ada@example.com',
  },
  product: { label: { en: 'Name of this installation', de: 'Name dieser Installation' }, sample: 'Weft' },
  url: {
    label: { en: 'Address of this installation', de: 'Adresse dieser Installation' },
    sample: 'https://weft.example.com',
  },
} as const satisfies Record<string, MailVariable>
export type CommonKey = keyof typeof commonVariables
