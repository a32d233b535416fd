import type { StoredText } from '../define/step-context.ts'
import type { Given } from './given.ts'
import type { TemplateKind } from './kinds.ts'
import { parseTextTemplate, type Configuration } from './text-template.ts'

/** A stored text as it lies in the database, unread, with what it may speak of. */
export type UnreadText = {
  label: string
  kind: TemplateKind
  body: string
  fields: readonly Given[]
  configuration: Configuration
}

export const openStored = ({ body, ...stored }: UnreadText): StoredText => ({
  ...stored,
  open: () => parseTextTemplate(stored.kind, body),
})
