import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  any: { en: 'Please enter an IP address.', de: 'Bitte geben Sie eine IP-Adresse ein.' },
  v4: { en: 'Please enter an IPv4 address.', de: 'Bitte geben Sie eine IPv4-Adresse ein.' },
  v6: { en: 'Please enter an IPv6 address.', de: 'Bitte geben Sie eine IPv6-Adresse ein.' },
})

export const ip = defineValidator({
  key: 'ip',
  options: z.strictObject({ v4: z.boolean().default(true), v6: z.boolean().default(true) }),
  check(value, { v4, v6 }) {
    const fine = (v4 && z.ipv4().safeParse(value).success) || (v6 && z.ipv6().safeParse(value).success)
    return fine ? undefined : v4 && v6 ? texts.any() : v4 ? texts.v4() : texts.v6()
  },
  labels: { title: { en: 'IP address', de: 'IP-Adresse' } },
  examples: [
    { value: '192.168.0.1', options: {}, valid: true },
    { value: '2001:db8::1', options: {}, valid: true },
    { value: '192.168.0.1', options: { v4: false }, valid: false },
    { value: '2001:db8::1', options: { v6: false }, valid: false },
    { value: '192.168.0.256', options: {}, valid: false },
    { value: '192.168.0', options: {}, valid: false },
  ],
})
