import assert from 'node:assert/strict'
import { chownSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { imapBody } from '@weft/catalogue/connectors/imap/imap.server.ts'
import { imap } from '@weft/catalogue/connectors/imap/imap.ts'
import { dovecot } from '@weft/kit/testing/dovecot.ts'
import { onRecords } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import type { RealServer } from '@weft/kit/testing/real-server.ts'
import { aConnection, aStructure, aWorkflow, killProcess, runKilling } from './testing/runs-on.ts'

const post = await dovecot()
const skip = typeof post === 'string' ? post : false

test('whatever is killed while mails come in, each is taken once with its attachment and moved', { skip }, async () => {
  if (typeof post === 'string') return
  const user = post.user('orders')
  const settings = imap.settings.parse({
    ...{ host: '127.0.0.1', port: post.ports.imap, user, password: post.password, encryption: 'none' },
  })
  const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
  after(() => product.stop())
  const tenant = await aTenantOn(product, 'Mails')
  await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
  await aConnection(tenant, 'post', 'imap', settings)
  const structure = await aStructure(tenant, 'mails', [
    ['message_id', 'text'],
    ['file', 'text'],
  ])
  const workflow = await aWorkflow(tenant, receiving(structure))
  const writer = deliverMails(post.server, user)
  after(() => writer.stop())

  const jobs = await runKilling(tenant, workflow, {
    victims: ['worker', 'post', 'worker', 'server', 'worker'],
    async kill(victim) {
      if (victim !== 'post') return killProcess(product, victim as 'worker' | 'server')
      await post.server.stop('SIGKILL')
      await sleep(500)
      await post.server.start()
    },
    written: () => writer.stop(),
  })
  const sent = Array.from({ length: writer.sent() }, (_, n) => idOf(n)).toSorted()
  const { rows } = await onRecords(product, tenant.tenant_id, (client) =>
    client.query(`select message_id, file from "p_${tenant.project_id.replaceAll('-', '')}".mails order by message_id`),
  )
  assert.deepEqual(
    rows.map(({ message_id }) => message_id),
    sent,
  )
  assert.equal(
    jobs.reduce((sum, { records_out }) => sum + records_out, 0),
    sent.length,
  )
  const storage = path.join(product.home, 'storage', tenant.tenant_id)
  for (const { message_id, file } of rows)
    assert.equal(readFileSync(path.join(storage, file), 'utf8'), `attached to ${message_id}`)
  const session = await imapBody.mailbox!(settings, localReach)
  const idsIn = async (folder: string) => {
    const query = { folder, limit: 10_000, only_unseen: false, max_bytes: 1_000_000 }
    const batches = await Array.fromAsync(session.receive(query, undefined))
    return batches.flatMap(({ mails }) => mails.map(({ message_id }) => message_id)).toSorted()
  }
  assert.deepEqual([await idsIn('INBOX'), await idsIn('Archive')], [[], sent])
  await session.close()
})

const receiving = (structure: string) => `weft: 1
label: Mails
steps:
  - { id: received, element: mail_received, settings: { connection: post, limit: 300, attachments: mail, afterwards: move, to: Archive } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 300; while (Date.now() < until); return records.map(({ message_id, attachments }) => ({ message_id, file: attachments[0].path })) }" } }
  - { id: write, element: write_records, settings: { structure_id: ${structure}, mode: insert } }
edges:
  - { from: received.out, to: slow.in }
  - { from: slow.out, to: write.in }
`

const idOf = (n: number) => `<${n}@shop.example>`
const mailOf = (n: number) =>
  [
    `Message-ID: ${idOf(n)}`,
    'From: shop@shop.example',
    `Subject: Order ${n}`,
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part\r\nContent-Type: text/plain\r\n\r\nas attached',
    `--part\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=order.txt\r\n\r\nattached to ${idOf(n)}`,
    '--part--\r\n',
  ].join('\r\n')

/** Five minutes of them. */
const most_mails = 6_000

/** 300 mails, and from then on 20 a second until it is stopped, delivered as a mail server does: also while nobody can read them. */
function deliverMails(server: RealServer, user: string) {
  const box = path.join(server.folder, 'mail', user)
  const { uid, gid } = statSync(path.join(server.folder, 'mail'))
  for (const folder of ['', '.Archive'])
    for (const part of ['', 'cur', 'new', 'tmp']) {
      mkdirSync(path.join(box, folder, part), { recursive: true })
      chownSync(path.join(box, folder, part), uid, gid)
    }
  let [sent, isOver] = [0, false]
  function deliver(count: number) {
    for (const end = sent + count; sent < end; sent++) {
      writeFileSync(path.join(box, 'tmp', `${sent}.shop`), mailOf(sent))
      renameSync(path.join(box, 'tmp', `${sent}.shop`), path.join(box, 'new', `${sent}.shop`))
    }
  }
  deliver(300)
  const all = (async () => {
    for (; !isOver && sent < most_mails; await sleep(50)) deliver(1)
  })()
  return {
    sent: () => sent,
    stop: () => {
      isOver = true
      return all
    },
  }
}
