import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { remoteSession } from '@weft/kit/files/remote/remote-session.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { openLine, patience } from './line.server.ts'
import { sftp } from './sftp.ts'

const texts = defineMessages({
  entries: {
    en: '{folder}: {count, plural, one {# entry} other {# entries}}',
    de: '{folder}: {count, plural, one {# Eintrag} other {# Einträge}}',
  },
})

export const sftpBody = defineConnectorBody(sftp, {
  async check(settings, reach, passed) {
    const { host, folder } = settings
    const session = await remoteSession({ host, folder, timeout: patience }, () => openLine(settings, reach, passed))
    try {
      passed('sample', texts.entries({ folder, count: (await session.list('')).length }))
    } finally {
      await session.close()
    }
  },
  files: (settings, reach) =>
    remoteSession({ host: settings.host, folder: settings.folder, timeout: patience }, () => openLine(settings, reach)),
})
