import { quotedTexts, type Message, type Text } from './messages.ts'

/** What is said wherever something has to be given and is not: the one sentence for it, in forms and answers alike. */
export const required = ({ en, de }: Text = { en: 'This field', de: 'Dieses Feld' }): Message =>
  quotedTexts(`${en} is required.`, `${de} ist ein Pflichtfeld.`)
