import { z } from 'zod'
import { named, reference } from '../define/settings.ts'

/** What an action of a connection is handed over by its name: a stored text, written for each record. */
export const writtenInput = z
  .array(
    z.strictObject({
      name: named(z.string().trim().min(1).max(500), 'Name', 'Name'),
      template_id: named(reference('text_template'), 'Text template', 'Textvorlage'),
    }),
  )
  .max(100)
  .default([])

export const writtenInputLabel = {
  label: { en: 'Texts from templates', de: 'Texte aus Vorlagen' },
  help: {
    en: 'Handed over by its name, too: a text of the project, with loops and conditions.',
    de: 'Wird ebenfalls unter seinem Namen übergeben: ein Text des Projekts, mit Schleifen und Bedingungen.',
  },
} as const
