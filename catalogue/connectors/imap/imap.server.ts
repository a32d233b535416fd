import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { imap } from './imap.ts'
import { openLine } from './line.server.ts'
import { foldersOf, openSession } from './session.server.ts'

const texts = defineMessages({
  folders: {
    en: '{count, plural, one {# folder} other {# folders}}',
    de: '{count, plural, one {# Ordner} other {# Ordner}}',
  },
})

export const imapBody = defineConnectorBody(imap, {
  async check(settings, reach, passed) {
    const line = await openLine(settings, reach, passed)
    try {
      passed('rights', texts.folders({ count: (await foldersOf(settings, line)).length }))
    } finally {
      await line.logout().catch(ignore('a mailbox was gone before it was left'))
    }
  },
  mailbox: openSession,
})
