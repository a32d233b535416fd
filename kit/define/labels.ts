import type { Text } from '../messages/messages.ts'

/** Names for people. `title` and `help` in both languages, and a name for each key of a form. */
export type Labels<Keys extends string = never> = {
  title: Text
  help?: Text
  fields: Record<Keys, Text | { label: Text; help?: Text; options?: Record<string, Text> }>
}
