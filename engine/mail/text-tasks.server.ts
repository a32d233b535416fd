import { renderText } from '@weft/kit/define/render.ts'
import { parseTemplate, unknownNames } from '@weft/kit/define/template.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { implement, type Implementation } from '../isolation/serve.server.ts'
import { renderMail } from './render-mail.ts'
import { renderMailTask, renderTemplate } from './text-tasks.ts'

const texts = defineMessages({
  unknown: {
    en: 'The text speaks of values that nobody gives it.',
    de: 'Der Text spricht von Werten, die ihm niemand gibt.',
  },
})

/** Texts with values put in, as isolated tasks. */
export const textTasks: Implementation[] = [
  implement(renderTemplate, ({ template, values, fields, now }) => {
    const parsed = parseTemplate(template)
    const unknown = unknownNames(parsed, new Set([...Object.keys(values), ...fields, 'now']))
    if (unknown.length > 0) throw new Invalid('TEMPLATE_UNKNOWN_VALUES', texts.unknown(), { fields: { body: unknown } })
    return { text: renderText(parsed, { now, ...values }) }
  }),
  implement(renderMailTask, ({ mail, wording, values, layout, language }) =>
    renderMail(mail, wording, values, layout, language),
  ),
]
