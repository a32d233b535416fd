import { z } from 'zod'
import { named } from '../define/settings.ts'
import { template } from '../define/template.ts'
import { storedText } from '../text-templates/step-texts.ts'

/** What an action of a connection is handed over by its name: a value, or a stored text that is written for each record. */
export const calledInput = z
  .array(
    z.strictObject({
      name: named(z.string().trim().min(1).max(500), 'Name', 'Name'),
      value: named(template.default(''), 'Value', 'Wert'),
      template_id: named(storedText, 'Instead: a text template', 'Stattdessen: eine Textvorlage'),
    }),
  )
  .max(500)
  .default([])
