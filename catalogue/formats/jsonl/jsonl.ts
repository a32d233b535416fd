import { z } from 'zod'
import { defineFormat } from '@weft/kit/define/format.ts'
import { encodingLabel, encodingOption } from '@weft/kit/encoding/encodings.ts'

export const jsonl = defineFormat({
  key: 'jsonl',
  extensions: ['jsonl', 'ndjson'],
  media_types: ['application/jsonl', 'application/x-ndjson'],
  options: z.object({ encoding: encodingOption }),
  labels: { title: { en: 'JSON lines', de: 'JSON-Zeilen' }, fields: { encoding: encodingLabel } },
})
