import { passwordProblems } from '@weft/kit/define/password.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { openFacts } from '../../shell/sign-in.ts'

const texts = defineMessages({
  rules: {
    en: 'At least {least} characters{letters, select, yes {, with upper and lower case} other {}}{digits, select, yes {, with letters and digits} other {}}.',
    de: 'Mindestens {least} Zeichen{letters, select, yes {, mit Groß- und Kleinbuchstaben} other {}}{digits, select, yes {, mit Buchstaben und Ziffern} other {}}.',
  },
})

/** What this installation asks of a new password, in words and as a check; the server has the last word. */
export function usePasswordRules() {
  const t = useTexts(texts)
  const language = useLanguage()
  const { data } = useQuery({ queryKey: ['open facts'], queryFn: ({ signal }) => openFacts(signal), staleTime: 60_000 })
  const rules = data?.sign_in
  return {
    mail: rules?.mail,
    text:
      rules &&
      t.rules({
        least: rules.password_length,
        letters: rules.password_letters ? 'yes' : 'no',
        digits: rules.password_digits ? 'yes' : 'no',
      }),
    /** What is wrong with a password, if anything. `about`: whose it is. */
    problemOf: (password: string, about: string[] = []) =>
      rules
        ? passwordProblems(password, rules, about)
            .map((message) => say(message, language))
            .join(' ')
        : '',
  }
}
