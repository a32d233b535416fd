import type { MailClass } from '@weft/kit/define/mail.ts'
import type { MailLayout } from '@weft/kit/define/mail-layout.ts'
import type { Values } from '@weft/kit/define/template.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Given } from '@weft/kit/text-templates/given.ts'
import type { TemplateKind } from '@weft/kit/text-templates/kinds.ts'
import type { Configuration } from '@weft/kit/text-templates/text-template.ts'
import { defineTask } from '../isolation/task.ts'
import type { RenderedMail, Wording } from './render-mail.ts'

const limits = { seconds: 10, memory_mb: 800, answer_mb: 4 }
const advice = {
  en: 'Shorten the text or the values, and look for filters that make a text many times as long.',
  de: 'Kürzen Sie den Text oder die Werte und suchen Sie nach Filtern, die einen Text um ein Vielfaches verlängern.',
}

type Stored = {
  kind: TemplateKind
  template: string
  /** What it may speak of. */
  fields: Given[]
  /** The configuration values it may read. */
  configuration: Configuration
}

/** Refuses a stored text that cannot be read or speaks of what nobody gives it; without names any may be spoken of. */
export const checkTemplate = defineTask<Stored, null>({ name: 'check_template', limits, advice })
/** A stored text with values put in; `fields` are what it may speak of beside the values. */
export const renderTemplate = defineTask<Stored & { values: Values; now: Date }, { text: string }>({
  name: 'render_template',
  limits,
  advice,
})
/** The same as a PDF, which is kept beside the answer. */
export const renderTemplateAsPdf = defineTask<
  Stored & { values: Values; now: Date; title: string; language: Language },
  null
>({ name: 'render_template_as_pdf', limits: { seconds: 20, memory_mb: 1_280, answer_mb: 40 }, advice })
export const renderMailTask = defineTask<
  {
    mail: Pick<MailClass, 'layout'>
    wording: Wording
    values: Values
    layout: MailLayout
    language: Language
    below?: string
  },
  RenderedMail
>({ name: 'render_letter', limits, advice })
