import type { Format, FormatBody } from '@weft/kit/define/format.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'

const texts = defineMessages({
  unknown: { en: 'There is no file format "{format}".', de: 'Es gibt kein Dateiformat „{format}“.' },
})

export type KnownFormat = { format: Format; body: FormatBody<any> }
export type KnownFormats = Record<string, KnownFormat>

/** Brings the declared formats together with their bodies. */
export const knownFormats = (formats: readonly Format[], bodies: Record<string, FormatBody<any>>): KnownFormats =>
  Object.fromEntries(
    formats.flatMap((format) => (bodies[format.key] ? [[format.key, { format, body: bodies[format.key]! }]] : [])),
  )

export function formatOf(known: KnownFormats, key: string): KnownFormat {
  const found = Object.hasOwn(known, key) ? known[key] : undefined
  if (!found)
    throw new Invalid('MODEL_TYPE', texts.unknown({ format: key }), {
      fields: { type: [texts.unknown({ format: key })] },
    })
  return found
}

/** The formats as an element sees them: options that are left out take their defaults. */
export const formatsForSteps = (known: KnownFormats): Pick<StepContext['formats'], 'read' | 'write'> => ({
  read(key, options, source, cursor) {
    const { format, body } = formatOf(known, key)
    return body.read(source, format.options.parse(options), cursor)
  },
  write(key, options, records, target) {
    const { format, body } = formatOf(known, key)
    return body.write(records, format.options.parse(options), target)
  },
})
