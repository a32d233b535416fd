import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: '"{value}" is no e-mail address.', de: '„{value}“ ist keine E-Mail-Adresse.' },
})

const isAddress = (text: string) =>
  text.length <= 254 &&
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,63}$/u.test(
    text,
  )

export const emailAddress = defineValidator({
  key: 'email_address',
  options: z.strictObject({ several: z.boolean().default(false) }),
  check(value, { several }) {
    const addresses = several ? textOf(value).split(/[,;]/) : [textOf(value)]
    const wrong = addresses.find((address) => !isAddress(address.trim()))
    return wrong === undefined ? undefined : texts.wrong({ value: wrong.trim() })
  },
  labels: { title: { en: 'E-mail address', de: 'E-Mail-Adresse' } },
  examples: [
    { value: 'ada@example.com', options: {}, valid: true },
    { value: 'ada.byron+news@mail.example.co.uk', options: {}, valid: true },
    { value: 'ada@müller.de', options: {}, valid: true },
    { value: 'ada', options: {}, valid: false },
    { value: 'ada@', options: {}, valid: false },
    { value: 'ada@example', options: {}, valid: false },
    { value: 'a b@example.com', options: {}, valid: false },
    { value: 'a@b.de, c@d.de; e@f.de', options: { several: true }, valid: true },
    { value: 'a@b.de, c@d.de', options: {}, valid: false },
    { value: 'a@b.de, nobody', options: { several: true }, valid: false },
  ],
})
