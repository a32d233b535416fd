import { filled, post, type Outside, type Settings } from '../shared/chat.ts'

type Around = { settings: { text: string; title: string; each: 'batch' | 'record' }; plugin: Settings; key: string }

const shown = 20

export default async function writeMessage(
  records: Record<string, unknown>[],
  { settings, plugin, key }: Around,
  outside: Outside,
) {
  const { text, title, each } = settings
  if (each === 'record')
    for (const [i, record] of records.entries())
      await post(outside, plugin, { title: filled(title, record), text: filled(text, record), key: `${key}:${i}` })
  else if (records.length > 0) {
    const lines = records.slice(0, shown).map((record) => filled(text, record))
    const more = records.length - lines.length
    await post(outside, plugin, {
      title,
      text: [
        ...lines,
        ...(more > 0 ? [plugin.language === 'en' ? `… and ${more} more` : `… und ${more} weitere`] : []),
      ].join('\n'),
      key,
    })
  }
  return { exits: { written: records } }
}
