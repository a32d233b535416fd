import type { FileSession } from '../define/file-session.ts'
import { defineMessages, type Message } from '../messages/messages.ts'

const texts = defineMessages({
  entries: {
    en: '{folder}: {count, plural, one {# entry} other {# entries}}',
    de: '{folder}: {count, plural, one {# Eintrag} other {# Einträge}}',
  },
})

/** The last step of a check of files: the folder is looked into, and the session closed. */
export async function checkedFiles(
  folder: string,
  session: FileSession,
  passed: (step: 'sample', detail: Message) => void,
): Promise<void> {
  try {
    const { length: count } = await session.list('')
    passed('sample', texts.entries({ folder: folder || '/', count }))
  } finally {
    await session.close()
  }
}
