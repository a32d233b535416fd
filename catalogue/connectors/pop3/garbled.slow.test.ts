import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { dovecot } from '@weft/kit/testing/dovecot.ts'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { pop3 } from './pop3.ts'
import { pop3Body } from './pop3.server.ts'

const here = await dovecot()
const skip = typeof here === 'string' ? here : false

test('answers that are changed on the way end in mails or in a sentence', { skip }, async () => {
  if (typeof here === 'string') return
  const { password, ports, server } = here
  const user = here.user('garbled')
  const folder = path.join(server.folder, 'mail', user)
  for (const name of ['tmp', 'new', 'cur']) mkdirSync(path.join(folder, name), { recursive: true })
  for (let i = 0; i < 5; i++)
    writeFileSync(
      path.join(folder, 'new', `${1_700_000_000 + i}.M1P1.test`),
      `From: a@example.test\nSubject: Nr. ${i}\n\n.dot\n..\n${'a line\n'.repeat(i * 100)}`,
    )
  await server.run('chown', '-R', 'vmail', '/srv/mail')
  await survivesGarbledAnswers({
    host: '127.0.0.1',
    port: ports.pop3,
    async use(port) {
      const settings = pop3.settings.parse({ host: 'localhost', port, user, password, encryption: 'none' })
      const session = await pop3Body.mailbox!(settings, localReach)
      try {
        await session.folders()
        const query = { folder: 'INBOX', limit: 10, only_unseen: false, max_bytes: 1_000_000 }
        for await (const _ of session.receive(query));
      } finally {
        await session.close()
      }
    },
  })
})
