import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  foreign: {
    en: 'The next page lies at another address: {url}.',
    de: 'Die nächste Seite liegt bei einer anderen Adresse: {url}.',
  },
})

/** Where a link leads from a page. The sign-in goes to the system it is for and to no other. */
export function sameOrigin(from: string, to: string): string {
  const url = URL.canParse(to, from) ? new URL(to, from) : undefined
  if (url?.origin !== new URL(from).origin) throw new Invalid('PAGE_ELSEWHERE', texts.foreign({ url: url?.href ?? to }))
  return url.href
}
