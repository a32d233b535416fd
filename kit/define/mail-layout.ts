import { z } from 'zod'
import { inWords } from '../messages/patterns.ts'
import { template } from './template.ts'

const part = template.max(2_000)

/** What stands around every mail of the installation. Header and footer are Markdown with the values every mail has. */
export const mailLayout = z.strictObject({
  name: z.string().trim().min(1).max(100).default('Weft'),
  /** A small picture as a data address; mails carry it along, so that no program has to fetch it. */
  logo: z
    .string()
    .max(150_000)
    .regex(
      inWords(/^(|data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*)$/, {
        en: 'Please choose a picture in PNG or JPEG format.',
        de: 'Bitte ein Bild im Format PNG oder JPEG wählen.',
      }),
    )
    .default(''),
  colour: z
    .string()
    .regex(
      inWords(/^#[0-9a-f]{6}$/i, {
        en: 'Please enter a colour such as #4f46e5.',
        de: 'Bitte eine Farbe wie #4f46e5 eingeben.',
      }),
    )
    .default('#4f46e5'),
  header_en: part.default('').meta({ input: 'longText' }),
  header_de: part.default('').meta({ input: 'longText' }),
  footer_en: part.default('Sent by {{ product }} to {{ email }}.').meta({ input: 'longText' }),
  footer_de: part.default('Von {{ product }} an {{ email }} gesendet.').meta({ input: 'longText' }),
})
export type MailLayout = z.output<typeof mailLayout>
