import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { smtp } from './smtp.ts'
import { smtpBody } from './smtp.server.ts'

const server = new SMTPServer({
  authOptional: true,
  allowInsecureAuth: true,
  logger: false,
  onAuth: ({ username }, _, done) => done(null, { user: username ?? '' }),
  onData: (stream, _, done) => void stream.resume().on('end', () => done()),
})
server.on('error', () => undefined)
await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
after(() => new Promise<void>((done) => void server.close(done)))

test('answers that are changed on the way end in a mail or in a sentence', () =>
  survivesGarbledAnswers({
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port,
    async use(port) {
      const settings = { host: 'localhost', port, user: 'weft', password: 'any', encryption: 'none' }
      const from = 'shop@example.test'
      const sender = await smtpBody.mail!(smtp.settings.parse({ ...settings, from }), localReach)
      const to = ['a@example.test', 'b@example.test']
      try {
        for (const key of ['1', '2'])
          await sender.send({ to, cc: [], bcc: [], subject: 'Nr.', text: 'A text', attachments: [], key })
      } finally {
        await sender.close()
      }
    },
    runs: 50,
  }))
