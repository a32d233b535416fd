import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { openLine, pop3Error } from './line.server.ts'
import { pop3 } from './pop3.ts'
import { openSession } from './session.server.ts'

const texts = defineMessages({
  mails: { en: '{count, plural, one {# mail} other {# mails}}', de: '{count, plural, one {# Mail} other {# Mails}}' },
})

export const pop3Body = defineConnectorBody(pop3, {
  async check(settings, reach, passed) {
    const line = await openLine(settings, reach, passed)
    try {
      passed('sample', texts.mails({ count: Number((await line.ask('STAT')).split(' ')[0]) }))
      await line.ask('QUIT')
    } catch (cause) {
      throw pop3Error(settings, cause)
    } finally {
      line.socket.destroy()
    }
  },
  mailbox: openSession,
})
