import { filled } from '../shared/chat.ts'

export default function composeText(
  records: Record<string, unknown>[],
  { settings }: { settings: { text: string; into: string } },
) {
  return records.map((record) => ({ ...record, [settings.into]: filled(settings.text, record) }))
}
