import { z } from 'zod'
import { refuse } from '@weft/kit/define/value.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  wrong: {
    en: 'This {language} expression cannot be used: {reason}',
    de: 'Dieser {language}-Ausdruck kann nicht verwendet werden: {reason}',
  },
})
const wrong = (language: string, error: unknown) => texts.wrong({ language, reason: messageOf(error) })

/** An expression in a language of its own; what is wrong with it is said when it is saved. */
export const expressionIn = (language: string, compile: (text: string) => unknown) =>
  z
    .string()
    .min(1)
    .max(500)
    .superRefine((text, context) => {
      try {
        compile(text)
      } catch (error) {
        const say = wrong(language, error)
        context.addIssue({ code: 'custom', message: say.text.en, params: { say } })
      }
    })

/** What shows only when it is used. */
export const refuseExpression = (language: string, error: unknown) => refuse(wrong(language, error))
