import { Readable } from 'node:stream'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import type { MailAddress, MailBatch, MailboxSession, MailMark, ReceivedMail } from '@weft/kit/define/mail-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { z } from 'zod'
import { mailReceived } from './mail-received.ts'

type Settings = z.output<typeof mailReceived.settings>
/** How far was read, and which mails the last run got that something is to be done with. */
type Kept = { place: string; at?: unknown; taken: string[] }
/** Where a run stands, with all it has taken so far: an attempt that goes on has to know what those before it took. */
type Reached = { at: unknown; taken: string[] }

/** Attachments of a mail in all; a larger mail is told and comes without them. */
const mostBytes = 100_000_000

export const mailReceivedBody = defineBody(mailReceived, {
  async *read(step, _, cursor) {
    const { connection, folder, limit, only_unseen, afterwards } = step.settings
    const place = `${connection} ${folder}`
    const known = (await step.context.states.get('workflow', step.id)) as Kept | undefined
    const kept = known?.place === place ? known : undefined
    const reached = cursor as Reached | undefined
    const session = await step.context.connections.mailbox(connection)
    try {
      if (!reached && kept) await putAway(step.settings, session, kept.taken)
      const taken = [...(reached?.taken ?? [])]
      const settles: NonNullable<MailBatch['settle']>[] = []
      let at = reached?.at
      for await (const batch of session.receive(
        { folder, limit, only_unseen, max_bytes: mostBytes },
        reached?.at ?? kept?.at,
      )) {
        step.signal.throwIfAborted()
        if (batch.notice) step.log('warning', batch.notice)
        const wanted = batch.mails.filter((mail) => isWanted(step.settings, mail))
        const records: DataRecord[] = []
        for (const mail of wanted) records.push(await recordOf(step, mail))
        if (wanted.length > 0) await step.context.inbox.keep(step.id, place, wanted.map(keptOf(records)))
        if (afterwards !== 'nothing') taken.push(...wanted.map(({ id }) => id))
        if (batch.settle) settles.push(batch.settle)
        if (batch.cursor !== undefined) at = batch.cursor
        yield {
          records,
          ...(batch.cursor !== undefined && { cursor: { at: batch.cursor, taken: [...taken] } satisfies Reached }),
        }
      }
      if (at !== undefined || kept?.taken.length)
        await step.context.states.keepAtEnd(step.id, { place, at: at ?? kept?.at, taken } satisfies Kept)
      if (settles.length > 0)
        yield {
          records: [],
          settle: async () => {
            for (const settle of settles) await settle()
          },
        }
    } finally {
      await session.close()
    }
  },
})

const marks: Record<Exclude<Settings['afterwards'], 'nothing'>, (settings: Settings) => MailMark> = {
  seen: () => ({ seen: true }),
  move: ({ to }) => ({ move_to: to }),
  delete: () => ({ delete: true }),
}

async function putAway(settings: Settings, session: MailboxSession, taken: readonly string[]) {
  const { afterwards, folder } = settings
  if (afterwards !== 'nothing' && taken.length > 0) await session.mark(folder, taken, marks[afterwards](settings))
}

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())
const addressOf = ({ name, address }: MailAddress) => (name === '' ? address : `${name} <${address}>`)

const isWanted = ({ from, subject }: Settings, mail: ReceivedMail) =>
  contains(mail.from.map(addressOf).join(' '), from) && contains(mail.subject, subject)

async function recordOf({ job, settings, context }: Step<Settings>, mail: ReceivedMail): Promise<DataRecord> {
  const { attachments, from, to, cc, reply_to, ...rest } = mail
  const files: DataRecord[] = []
  if (settings.attachments !== '')
    for (const [i, { name, type, content }] of attachments.entries()) {
      const path = `${settings.attachments}/${job.id}/${plain(mail.id)}/${i + 1}-${plain(name)}`
      const file = await context.files.write(path, Readable.from([content]))
      files.push({ name, type, ...file })
    }
  return {
    ...rest,
    from: from.map(addressOf).join(', '),
    from_address: from[0]?.address ?? '',
    to: to.map(addressOf).join(', '),
    cc: cc.map(addressOf).join(', '),
    reply_to: reply_to.map(addressOf).join(', '),
    attachments: files,
  }
}

/** What is kept of a mail beside its record. */
const keptOf =
  (records: DataRecord[]) =>
  ({ id, message_id, subject, text, sent_at }: ReceivedMail, i: number) => ({
    ...{ id, message_id, subject, text, sent_at },
    from: String(records[i]!['from']),
    to: String(records[i]!['to']),
    attachments: (records[i]!['attachments'] as { path: string }[]).map(({ path }) => path),
  })

/** What strangers call their files and mails, as a name that leads nowhere else. */
const plain = (name: string) =>
  name
    .replaceAll(/[^\p{L}\p{N} ._()-]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-120) || 'file'
