import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { checkedFiles } from '@weft/kit/files/checked-files.ts'
import { remoteSession } from '@weft/kit/files/remote/remote-session.server.ts'
import { ftp } from './ftp.ts'
import { openLine, patience } from './line.server.ts'

export const ftpBody = defineConnectorBody(ftp, {
  check: async (settings, reach, passed) =>
    checkedFiles(settings.folder, await remoteSession(at(settings), () => openLine(settings, reach, passed)), passed),
  files: (settings, reach) => remoteSession(at(settings), () => openLine(settings, reach)),
})

const at = ({ host, folder }: { host: string; folder: string }) => ({ host, folder, timeout: patience })
