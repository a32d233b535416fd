import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { parseKey, ringOf } from '@weft/kit/secrets/keyring.server.ts'
import { sealText } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { openTransports } from './transport.server.ts'

test('a mail server that answers with the password it was sent brings it neither into the error nor into what was said', async () => {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n')
    socket.setEncoding('utf8').on('data', (line: string) => {
      if (line.startsWith('EHLO')) socket.write('250-hello\r\n250 AUTH PLAIN\r\n')
      else if (line.startsWith('AUTH'))
        socket.write(
          `535 ${line.trim()} is ${Buffer.from(line.trim().split(' ')[2]!, 'base64').toString().replaceAll('\0', ' ')}\r\n`,
        )
      else socket.write('221 bye\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const keys = ringOf(parseKey('a key'))
  const sealed_at = placeIn(sealedColumns.mail_password, {
    tenant_id: crypto.randomUUID(),
    project_id: crypto.randomUUID(),
  })
  const transports = openTransports(keys)
  after(() => transports.close())
  const out = await transports.of('shop', {
    host: '127.0.0.1',
    port,
    security: 'none',
    user: 'shop',
    password: sealText(keys, sealed_at, 'Sea-Shell-1'),
    sealed_at,
    from: 'shop@hanse.example',
    debug: 4,
  })!
  const { failure, dialogue } = await out.deliver({
    to: ['a@hanse.example'],
    subject: 's',
    text: 't',
    html: '',
    messageId: '<1@hanse.example>',
    attachments: [],
    headers: {},
  })
  assert.match(String(failure?.message), /••••\(password\)/)
  const all = `${failure?.message} ${JSON.stringify(failure?.say)} ${dialogue}`
  for (const form of ['Sea-Shell', Buffer.from('\0shop\0Sea-Shell-1').toString('base64').slice(8)])
    assert.ok(!all.includes(form), all)
})
