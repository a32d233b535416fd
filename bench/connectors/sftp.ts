import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { Client, type SFTPWrapper } from 'ssh2'
import { sftpBody } from '@weft/catalogue/connectors/sftp/sftp.server.ts'
import { openSsh, settingsFor } from '@weft/catalogue/connectors/sftp/testing/counterpart.ts'
import { startRealServer } from '@weft/kit/testing/real-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import type { Row } from '../figure.ts'
import { measureFiles } from './files.ts'

export async function onSftp(rows: number): Promise<Row[]> {
  const server = await openSsh(startRealServer)
  if (typeof server === 'string') return []
  try {
    const settings = settingsFor(server)
    const session = await sftpBody.files!(settings, localReach)
    const client = new Client()
    const { user: username, private_key: privateKey, passphrase } = settings
    client.connect({ host: server.host, port: server.port, username, privateKey, passphrase })
    await once(client, 'ready')
    client.setNoDelay(true)
    const sftp = await promisify<SFTPWrapper>((done) => client.sftp(done))()
    const closed: Promise<unknown>[] = []
    const figures = await measureFiles('SFTP', rows, session, {
      async read(path) {
        const stream = sftp.createReadStream(`${settings.folder}/${path}`)
        closed.push(once(stream, 'close'))
        return stream
      },
      write: (path, source) => pipeline(source, sftp.createWriteStream(`${settings.folder}/${path}`)),
    })
    await Promise.all(closed)
    client.end()
    await session.close()
    return figures
  } finally {
    await server.end()
  }
}
