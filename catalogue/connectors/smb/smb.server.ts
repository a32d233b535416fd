import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { checkedFiles } from '@weft/kit/files/checked-files.ts'
import { remoteSession } from '@weft/kit/files/remote/remote-session.server.ts'
import { shareFiles } from './files.server.ts'
import { openShare, patience } from './sign-in.server.ts'
import { smb } from './smb.ts'

export const smbBody = defineConnectorBody(smb, {
  check: async (settings, reach, passed) =>
    checkedFiles(
      settings.folder,
      await remoteSession(at(settings), async () => shareFiles(await openShare(settings, reach, passed))),
      passed,
    ),
  files: (settings, reach) => remoteSession(at(settings), async () => shareFiles(await openShare(settings, reach))),
})

const at = ({ host, folder }: { host: string; folder: string }) => ({ host, folder, timeout: patience })
