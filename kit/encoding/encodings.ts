import { z } from 'zod'
import type { Text } from '../messages/messages.ts'

export const encodings = ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'cp850'] as const
export type Encoding = (typeof encodings)[number]

/** The option every text format has. */
export const encodingOption = z.enum(encodings).default('utf-8')

const named = (title: string): Text => ({ en: title, de: title })

export const encodingLabel = {
  label: { en: 'Encoding', de: 'Zeichensatz' },
  options: {
    'utf-8': named('UTF-8'),
    'utf-8-bom': { en: 'UTF-8 with byte order mark', de: 'UTF-8 mit Byte-Order-Markierung' },
    'utf-16le': named('UTF-16 LE'),
    'utf-16be': named('UTF-16 BE'),
    'windows-1252': named('Windows-1252'),
    'iso-8859-15': named('ISO-8859-15'),
    cp850: { en: 'CP850 (DOS)', de: 'CP850 (DOS)' },
  } satisfies Record<Encoding, Text>,
}
