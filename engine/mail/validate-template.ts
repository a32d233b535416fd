import { commonVariables, type MailClass, type MailVariable } from '@weft/kit/define/mail.ts'
import { templateProblems } from '@weft/kit/define/template-problems.ts'
import type { Language, Message } from '@weft/kit/messages/messages.ts'
import type { Wording } from './render-mail.ts'

/** The names a mail of a class may speak of. */
const knownTo = (mail: Pick<MailClass, 'variables'>): ReadonlySet<string> =>
  new Set([...Object.keys(mail.variables), ...Object.keys(commonVariables)])

/** What is wrong with the words of a mail, by field. */
export function complaintsAbout(
  mail: MailClass,
  { subject, body }: Wording,
): Partial<Record<keyof Wording, Message[]>> {
  const known = knownTo(mail)
  const found = { subject: templateProblems(subject, known), body: templateProblems(body, known) }
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, problems]) =>
      problems.length > 0 ? [[field, problems.map(({ message }) => message)]] : [],
    ),
  )
}

export const variableSample = ({ sample }: MailVariable, language: Language): string | number =>
  typeof sample === 'object' ? sample[language] : sample

/** The values of an earlier mail of the class, where there is one; its codes and links were never kept, so the samples stand for them. */
export const valuesToTry = <Key extends string>(
  mail: MailClass<Key>,
  earlier: Record<string, unknown> | undefined,
  language: Language,
) =>
  Object.fromEntries(
    Object.entries<MailVariable>(mail.variables).map(([key, variable]) => {
      const given = variable.hidden ? undefined : earlier?.[key]
      return [key, typeof given === 'string' || typeof given === 'number' ? given : variableSample(variable, language)]
    }),
  ) as Record<Key, string | number>
