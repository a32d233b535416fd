import type { Values } from '@weft/kit/define/template.ts'
import { TemplateError } from '@weft/kit/define/template.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { assertGiven, givenNames, unknownIn, type Given } from '@weft/kit/text-templates/given.ts'
import type { TemplateKind } from '@weft/kit/text-templates/kinds.ts'
import {
  notConfigured,
  parseTextTemplate,
  type Configuration,
  type TextTemplate,
} from '@weft/kit/text-templates/text-template.ts'
import { implement, type Implementation } from '../isolation/serve.server.ts'
import { renderMail } from './render-mail.ts'
import { checkTemplate, renderMailTask, renderTemplate, renderTemplateAsPdf } from './text-tasks.ts'

/** Texts with values put in, as isolated tasks. */
export const textTasks: Implementation[] = [
  implement(checkTemplate, ({ kind, template, fields, configuration }) => {
    const text = read(kind, template)
    assertGiven([...(fields.length > 0 ? unknownIn(text.uses, fields) : []), ...missingIn(text, configuration)])
    return null
  }),
  implement(renderTemplate, (order) => ({ text: rendered(order) })),
  implement(renderTemplateAsPdf, async ({ title, language, ...order }, { keep }) => {
    // Few processes make one, so what that takes is loaded with the first.
    const { htmlToPdf } = await import('../pdf/html-to-pdf.server.ts')
    await keep(await htmlToPdf(rendered(order), { title, language }))
    return null
  }),
  implement(renderMailTask, ({ mail, wording, values, layout, language, below }) =>
    renderMail(mail, wording, values, layout, language, below),
  ),
]

function read(kind: TemplateKind, template: string) {
  try {
    return parseTextTemplate(kind, template)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new Invalid(error.code, error.say, { fields: { body: [error.say] } })
  }
}

const missingIn = (text: TextTemplate, configuration: Configuration) =>
  notConfigured(text.configuration, configuration).map((message) => ({ message }))

type Order = {
  kind: TemplateKind
  template: string
  values: Values
  fields: Given[]
  configuration: Configuration
  now: Date
}

function rendered({ kind, template, values, fields, configuration, now }: Order): string {
  const text = read(kind, template)
  assertGiven([
    ...unknownIn(text.uses, [...fields, ...givenNames(Object.keys(values))]),
    ...missingIn(text, configuration),
  ])
  return text.render({ now, ...values }, configuration)
}
