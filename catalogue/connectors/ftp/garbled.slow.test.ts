import path from 'node:path'
import { test } from 'node:test'
import { manyFiles, survivesGarbledAnswers, usedFiles } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { ftpBody } from './ftp.server.ts'
import { settingsFor, vsftpd } from './testing/counterpart.ts'

for (const encryption of ['none', 'verified']) {
  const server = await vsftpd({ plain: encryption === 'none' })
  const skip = typeof server === 'string' ? server : false

  test(`answers that are changed on the way are told, encryption ${encryption}`, { skip }, async () => {
    if (typeof server === 'string') return
    manyFiles(path.join(server.folder, 'ftp/in'))
    await survivesGarbledAnswers({
      ...server,
      use: (near, way) => {
        // Listings and files come from ports of their own.
        const resolve = async (_: string, port: number) => ({
          host: '127.0.0.1',
          port: port === near ? near : await way(port),
        })
        const settings = settingsFor({ port: near }, { encryption })
        return usedFiles(() => ftpBody.files!(settings, { ...localReach, resolve }))
      },
      runs: encryption === 'none' ? 20 : 12,
    })
  })
}
