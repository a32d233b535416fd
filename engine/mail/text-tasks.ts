import type { MailClass } from '@weft/kit/define/mail.ts'
import type { MailLayout } from '@weft/kit/define/mail-layout.ts'
import type { Values } from '@weft/kit/define/template.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { defineTask } from '../isolation/task.ts'
import type { RenderedMail, Wording } from './render-mail.ts'

const limits = { seconds: 10, memory_mb: 800, answer_mb: 4 }
const advice = {
  en: 'Shorten the text or the values, and look for filters that make a text many times as long.',
  de: 'Kürzen Sie den Text oder die Werte und suchen Sie nach Filtern, die einen Text um ein Vielfaches verlängern.',
}

/** A text template with values put in; `fields` are names it may speak of beside those of the values. */
export const renderTemplate = defineTask<
  { template: string; values: Values; fields: string[]; now: Date },
  { text: string }
>({ name: 'render_template', limits, advice })
export const renderMailTask = defineTask<
  { mail: Pick<MailClass, 'layout'>; wording: Wording; values: Values; layout: MailLayout; language: Language },
  RenderedMail
>({ name: 'render_letter', limits, advice })
