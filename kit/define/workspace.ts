import { z } from 'zod'
import { defineMessages, say } from '../messages/messages.ts'

const texts = defineMessages({
  domain: { en: 'Please enter a domain such as company.com.', de: 'Bitte geben Sie eine Domain wie firma.de ein.' },
  emailOutside: {
    en: 'The email address must belong to the workspace domain {domain}.',
    de: 'Die E-Mail-Adresse muss zur Workspace-Domain {domain} gehören.',
  },
})

/** Said of an address that is none of the workspace. */
export const { emailOutside } = texts

/** The domain that names a workspace: the part of its users' addresses behind the at-sign, in small letters. */
export const workspaceDomain = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(text), {
    error: say(texts.domain(), 'en'),
    params: { say: texts.domain() },
  })
