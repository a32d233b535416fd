import type { Reach } from '@weft/kit/define/connector.ts'
import type { MailboxSession, ReceivedMail } from '@weft/kit/define/mail-session.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { receivedMail } from '@weft/kit/mail/received-mail.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Dialogue } from './dialogue.server.ts'
import { openLine, pop3Error, type Settings } from './line.server.ts'

const texts = defineMessages({
  folder: {
    en: 'A mailbox over POP3 has no folder {folder}, only INBOX.',
    de: 'Ein Postfach über POP3 hat keinen Ordner {folder}, nur INBOX.',
  },
  mark: {
    en: 'Over POP3 mails can only be deleted, not marked or moved.',
    de: 'Über POP3 können Mails nur gelöscht werden, nicht markiert oder verschoben.',
  },
})

/** What was read and is still there. The server numbers nothing that lasts but names, in no order. */
type Cursor = { read: string[] }
type Listed = { number: number; name: string; bytes: number }

const inbox = 'INBOX'
const batch_mails = 50
const batch_bytes = 4_000_000
const longest_list = 50_000_000
/** What a mail may be larger than the server said. */
const slack = 1_000_000

export async function openSession(settings: Settings, reach: Reach): Promise<MailboxSession> {
  let line: Dialogue | undefined = await openLine(settings, reach)
  const own = (folder: string) => {
    if (folder !== inbox) throw new NotFound('FOLDER_MISSING', texts.folder({ folder }))
  }
  /** A line that has seen the mailbox as it is now; what was deleted is gone only when a line was left. */
  const fresh = async () => {
    await leave().catch(ignore('a mailbox was gone before it was left'))
    line = await openLine(settings, reach)
    return line
  }
  const leave = async () => {
    const left = line
    line = undefined
    if (!left) return
    await left.ask('QUIT').finally(() => left.socket.destroy())
  }
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      throw pop3Error(settings, cause)
    }
  }
  return {
    folders: () =>
      told(async () => {
        const [count] = (await (line ?? (await fresh())).ask('STAT')).split(' ')
        return [{ name: inbox, messages: Number(count), unseen: null }]
      }),
    async *receive({ folder, limit, max_bytes }, cursor) {
      own(folder)
      const [reading, all] = await told(async () => {
        const now = await fresh()
        return [now, await listed(now)] as const
      })
      const names = new Set(all.map(({ name }) => name))
      const read = new Set((cursor as Cursor | undefined)?.read.filter((name) => names.has(name)))
      const wanted = all.filter(({ name }) => !read.has(name)).slice(0, limit)
      for (let at = 0; at < wanted.length;) {
        const mails: ReceivedMail[] = []
        for (let bytes = 0; at < wanted.length && mails.length < batch_mails && bytes < batch_bytes; at++) {
          const one = wanted[at]!
          const source = await told(() => sourceOf(reading, one, max_bytes))
          bytes += source.length
          read.add(one.name)
          mails.push(await receivedMail(source, { id: one.name, flags: [], too_large: one.bytes > max_bytes }))
        }
        yield { mails, cursor: { read: [...read] } satisfies Cursor }
      }
    },
    async mark(folder, ids, { seen, flagged, move_to, delete: isDeleted }) {
      own(folder)
      if (seen !== undefined || flagged !== undefined || move_to !== undefined)
        throw new Invalid('MAIL_MARK_UNKNOWN', texts.mark())
      if (!isDeleted || ids.length === 0) return
      await told(async () => {
        const wanted = new Set(ids)
        const now = await fresh()
        for (const { number, name } of await listed(now)) if (wanted.has(name)) await now.ask(`DELE ${number}`)
        await leave()
      })
    },
    close: () => leave().catch(ignore('a mailbox was gone before it was left')),
  }
}

/** All mails by their lasting names, as the server lists them. */
async function listed(line: Dialogue): Promise<Listed[]> {
  const sizes = new Map(pairsOf(await line.askLines('LIST', longest_list)))
  return pairsOf(await line.askLines('UIDL', longest_list)).map(([number, name]) => ({
    number: Number(number),
    name,
    bytes: Number(sizes.get(number) ?? 0),
  }))
}

const pairsOf = (lines: Buffer) =>
  lines
    .toString('latin1')
    .split('\r\n')
    .map((line) => /^(\d+) (\S+)/.exec(line))
    .flatMap((found): [string, string][] => (found ? [[found[1]!, found[2]!]] : []))

const sourceOf = (line: Dialogue, { number, bytes }: Listed, max_bytes: number) =>
  bytes > max_bytes
    ? line.askLines(`TOP ${number} 0`, max_bytes + slack)
    : line.askLines(`RETR ${number}`, 2 * bytes + slack)
