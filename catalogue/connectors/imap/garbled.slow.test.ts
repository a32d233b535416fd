import { test } from 'node:test'
import { ImapFlow } from 'imapflow'
import { dovecot } from '@weft/kit/testing/dovecot.ts'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { imap } from './imap.ts'
import { imapBody } from './imap.server.ts'

const here = await dovecot()
const skip = typeof here === 'string' ? here : false

test('answers that are changed on the way end in mails or in a sentence', { skip }, async () => {
  if (typeof here === 'string') return
  const { ports, password } = here
  const user = here.user('garbled')
  const owner = new ImapFlow({
    host: '127.0.0.1',
    port: ports.imap,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: password },
    logger: false,
  })
  await owner.connect()
  await owner.mailboxCreate('Done')
  for (let i = 0; i < 3; i++)
    await owner.append('INBOX', `From: a@example.test\r\nSubject: Nr. ${i}\r\n\r\n${'a line\r\n'.repeat(i * 100 + 1)}`)
  await owner.logout()
  await survivesGarbledAnswers({
    host: '127.0.0.1',
    port: ports.imap,
    async use(port) {
      const settings = imap.settings.parse({ host: 'localhost', port, user, password, encryption: 'none' })
      const session = await imapBody.mailbox!(settings, localReach)
      try {
        await session.folders()
        const query = { folder: 'INBOX', limit: 10, only_unseen: false, max_bytes: 1_000_000 }
        const batches = await Array.fromAsync(session.receive(query))
        const [first] = batches.flatMap(({ mails }) => mails)
        if (first) await session.mark('INBOX', [first.id], { seen: true, flagged: true })
      } finally {
        await session.close()
      }
    },
  })
})
