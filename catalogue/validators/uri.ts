import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: {
    en: 'Please enter a web address such as https://example.com.',
    de: 'Bitte geben Sie eine Webadresse wie https://example.com ein.',
  },
  local: { en: 'Addresses of the own network are not allowed.', de: 'Adressen des eigenen Netzes sind nicht erlaubt.' },
})

const isLocal = (host: string) =>
  /^(localhost|.*\.(localhost|local|internal|lan|home\.arpa))\.?$/i.test(host) ||
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(host) ||
  /^\[(::1?\]|f[cd]|fe[89ab]|::ffff:)/i.test(host)

export const uri = defineValidator({
  key: 'uri',
  options: z.strictObject({
    protocols: z.array(z.enum(['http', 'https', 'ftp'])).default(['http', 'https', 'ftp']),
    allow_local: z.boolean().default(false),
  }),
  check(value, { protocols, allow_local }) {
    const text = textOf(value).trim()
    const url = URL.canParse(text) && /^[a-z]+:\/\/[^/]/i.test(text) ? new URL(text) : undefined
    if (!url || !protocols.some((protocol) => url.protocol === `${protocol}:`)) return texts.wrong()
    if (allow_local) return undefined
    return isLocal(url.hostname)
      ? texts.local()
      : /\.[\p{L}\d-]{2,}\.?$|^\[|^[\d.]+$/u.test(url.hostname)
        ? undefined
        : texts.wrong()
  },
  labels: { title: { en: 'Web address', de: 'Webadresse' } },
  examples: [
    { value: 'https://example.com/path?x=1', options: {}, valid: true },
    { value: 'ftp://files.example.com', options: {}, valid: true },
    { value: 'ftp://files.example.com', options: { protocols: ['https'] }, valid: false },
    { value: 'example.com', options: {}, valid: false },
    { value: 'javascript:alert(1)', options: {}, valid: false },
    { value: 'http://localhost:4000', options: {}, valid: false },
    { value: 'http://localhost:4000', options: { allow_local: true }, valid: true },
    { value: 'http://192.168.1.10', options: {}, valid: false },
    { value: 'http://0x7f.1/', options: {}, valid: false },
    { value: 'http://[::1]/', options: {}, valid: false },
    { value: 'http://8.8.8.8/', options: {}, valid: true },
    { value: 'http://shop', options: {}, valid: false },
  ],
})
