import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import { manyFiles, survivesGarbledAnswers, usedFiles } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import ssh2 from 'ssh2'
import { openSsh, settingsFor } from './testing/counterpart.ts'
import { sftpBody } from './sftp.server.ts'

const server = await openSsh()
const skip = typeof server === 'string' ? server : false
const running = () => server as Exclude<typeof server, string>
if (typeof server !== 'string') manyFiles(path.join(server.folder, 'in'))

const used = (settings: ReturnType<typeof settingsFor>) => usedFiles(() => sftpBody.files!(settings, localReach))

test('what is changed on the way is noticed by what seals it, and told', { skip }, () =>
  survivesGarbledAnswers({ ...running(), use: (port) => used(settingsFor({ port })), runs: 20 }),
)

test('answers that a server itself has wrong end in files or in a sentence', { skip }, async () => {
  // The files of the real server, without what seals them: another server in front lends them its own.
  const bare = await filesAlone(running().port)
  const front = await sshBefore()
  await survivesGarbledAnswers({
    host: '127.0.0.1',
    port: bare,
    use: (near) =>
      front(near, (own) =>
        used(settingsFor({ port: own }, { user: 'any', password: 'any', private_key: '', passphrase: '' })),
      ),
    runs: 20,
  })
})

async function listening(server: net.Server | ssh2.Server): Promise<number> {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

/** SFTP on a plain port, as the real server speaks it within SSH. */
async function filesAlone(port: number): Promise<number> {
  const { private_key, passphrase } = settingsFor({ port })
  // Opening it takes long, as it is meant to.
  const [key] = [ssh2.utils.parseKey(private_key, passphrase)].flat() as [ssh2.ParsedKey]
  return listening(
    net.createServer((plain) => {
      const client = new ssh2.Client()
      const end = () => (client.destroy(), plain.destroy())
      plain.on('error', end).on('close', end)
      client
        .on('error', end)
        .on('close', end)
        .on('ready', () =>
          client.subsys('sftp', (error, channel) => (error ? end() : plain.pipe(channel).on('error', end).pipe(plain))),
        )
        .connect({
          host: '127.0.0.1',
          port,
          username: 'root',
          authHandler: [{ type: 'publickey', username: 'root', key }] as never,
        })
    }),
  )
}

/** An SSH server that gives out what a plain port says as its files. */
async function sshBefore() {
  let from = 0
  const server = new ssh2.Server({ hostKeys: [newSshKey().private] }, (client) => {
    client.on('error', () => client.end())
    client.on('authentication', (context) => context.accept())
    client.on('session', (accept) =>
      accept().on('subsystem', (acceptSubsystem) => {
        const channel = acceptSubsystem() as unknown as NodeJS.ReadWriteStream & { destroy(): void }
        const plain = net.connect(from, '127.0.0.1')
        const end = () => (plain.destroy(), client.end())
        plain.on('error', end).on('close', end)
        channel.on('error', end).on('close', end)
        channel.pipe(plain).pipe(channel)
      }),
    )
  })
  const port = await listening(server)
  return (near: number, use: (port: number) => Promise<void>) => {
    from = near
    return use(port)
  }
}
