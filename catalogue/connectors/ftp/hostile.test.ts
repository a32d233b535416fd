import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { portOfEpsv, portOfPasv } from './data-connection.server.ts'
import { ftpBody } from './ftp.server.ts'
import { ftp } from './ftp.ts'

const settings = (port: number) => ftp.settings.parse({ host: 'localhost', port, user: 'shop', encryption: 'none' })

test('whatever a server says first, it is told as a sentence', () =>
  survivesHostileServers({
    greeting: Buffer.from('220 welcome\r\n230 in\r\n200 ok\r\n215 UNIX\r\n211 no features\r\n200 ok\r\n257 "/"\r\n'),
    use: async (port) => (await ftpBody.files!(settings(port), localReach)).close(),
    runs: 60,
  }))

test('the port of a data connection is read out of any wording, or refused', () => {
  assert.equal(portOfEpsv('229 Entering Extended Passive Mode (|||6446|)'), 6446)
  assert.equal(portOfEpsv('229 (!!!21!)'), 21)
  assert.equal(portOfPasv('227 Entering Passive Mode (192,0,2,1,156,64).'), 40_000)
  assert.equal(portOfPasv('227 =10,0,0,1,0,21'), 21)
  for (const wrong of [
    '229 (|||99999|)',
    '229 (|||0|)',
    '229',
    '227 (1,2,3,4,256,1)',
    '227 (1,2,3,4,5)',
    '227 1.2.3.4',
  ])
    assert.deepEqual([portOfEpsv(wrong), portOfPasv(wrong)], [undefined, undefined], wrong)
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), (said) => {
      for (const port of [portOfEpsv(said), portOfPasv(said)])
        assert.ok(port === undefined || (port > 0 && port < 65_536))
    }),
  )
})

test('nothing that a server lists leads out of the folder', async () => {
  let listing = ''
  const server = createServer((control) => {
    let data = 0
    const sender = createServer((socket) => void socket.on('error', () => {}).end(listing))
    after(() => sender.close())
    control.on('error', () => {}).on('close', () => sender.close())
    sender.listen(0, '127.0.0.1', () => {
      data = (sender.address() as AddressInfo).port
      control.write('220 here\r\n')
    })
    control.on('data', (bytes) => {
      const command = String(bytes).trim().split(' ')[0]!
      const answers: Record<string, string> = {
        USER: '230 in',
        PWD: '257 "/"',
        EPSV: `229 (|||${data}|)`,
        LIST: '150 here\r\n226 done',
        FEAT: '211 none',
      }
      control.write(`${answers[command] ?? '200 ok'}\r\n`)
    })
  })
  after(() => server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const session = await ftpBody.files!(settings((server.address() as AddressInfo).port), localReach)
  after(() => session.close())
  const line = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('-rw-r--r--', 'drwxr-xr-x', 'lrwxrwxrwx', 'prw-r--r--'),
        fc.string(),
        fc.constantFrom('../x', '/etc', 'a\\b', 'ok', '..', '.'),
      )
      .map(([mode, junk, name]) => `${mode} 1 u g 12 Nov 21 06:40 ${name}${junk.slice(0, 3)}`),
    fc.string({ maxLength: 200 }),
    fc.constantFrom('11-21-26 06:40AM <DIR> ..\\up', 'type=file;size=9; ../up', 'total 8'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      listing = lines.join('\r\n')
      const found = await session.list('').catch((error: unknown) => {
        assert.ok(error instanceof WeftError, String(error))
        return []
      })
      for (const { name, path } of found) {
        assert.equal(path, name)
        // eslint-disable-next-line no-control-regex
        assert.doesNotMatch(name, /[/\\\0-\x1f]|^\.\.?$|^$/)
      }
    }),
    { numRuns: 60 },
  )
})
