import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { MailBatch, MailboxSession, MailMark, ReceivedMail } from '@weft/kit/define/mail-session.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { receivedMail } from '@weft/kit/mail/received-mail.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { closedEarly } from '@weft/kit/network/open-socket.server.ts'
import { imapError, openLine, type Settings } from './line.server.ts'

const texts = defineMessages({
  missing: {
    en: 'There is no folder {folder} in this mailbox.',
    de: 'Einen Ordner {folder} gibt es in diesem Postfach nicht.',
  },
  anew: {
    en: 'The folder {folder} was made anew on the server and is read from its beginning.',
    de: 'Der Ordner {folder} wurde auf dem Server neu angelegt und wird von vorn gelesen.',
  },
  notMarked: {
    en: 'The mailbox refuses to mark or delete mails in the folder {folder}.',
    de: 'Das Postfach lässt Mails im Ordner {folder} nicht markieren oder löschen.',
  },
  gone: {
    en: 'The mails of the folder {folder} are numbered anew since they were read.',
    de: 'Die Mails des Ordners {folder} sind neu nummeriert, seit sie gelesen wurden.',
  },
})

type Cursor = { validity: string; uid: number }
const batch_mails = 50
const batch_bytes = 4_000_000

export async function openSession(settings: Settings, reach: Reach): Promise<MailboxSession> {
  const line = await openLine(settings, reach)
  /** What is done in a folder, which is open for so long. */
  const inFolder = async <T>(folder: string, readOnly: boolean, work: (validity: string) => Promise<T>): Promise<T> => {
    try {
      const lock = await line.getMailboxLock(folder, { readOnly })
      try {
        return await work(validityOf(line))
      } finally {
        lock.release()
      }
    } catch (cause) {
      throw isMissing(cause)
        ? new NotFound('FOLDER_MISSING', texts.missing({ folder }), { cause })
        : imapError(settings, cause)
    }
  }
  return {
    folders: () => foldersOf(settings, line),
    async *receive({ folder, limit, only_unseen, max_bytes }, cursor) {
      const from = cursor as Cursor | undefined
      const [validity, uids] = await inFolder(folder, true, async (validity) => {
        // In a folder that has stayed open the server says only now what came meanwhile.
        await line.noop()
        const after = from?.validity === validity ? from.uid : 0
        const query = { uid: `${after + 1}:*`, ...(only_unseen && { seen: false }) }
        const found = await line.search(query, { uid: true })
        // The last mail belongs to every range that ends with a star.
        return [validity, (found || []).filter((uid) => uid > after).toSorted((a, b) => a - b)] as const
      })
      if (from && from.validity !== validity)
        yield { mails: [], cursor: { validity, uid: 0 }, notice: texts.anew({ folder }) }
      const wanted = uids.slice(0, limit)
      for (let at = 0; at < wanted.length;) {
        const mails: ReceivedMail[] = []
        for (let bytes = 0; at < wanted.length && mails.length < batch_mails && bytes < batch_bytes; at++) {
          const uid = wanted[at]!
          const read = await inFolder(folder, true, (now) =>
            now === validity ? readMail(line, uid, max_bytes) : Promise.reject(numberedAnew(folder)),
          )
          if (!read) continue
          bytes += read.size ?? 0
          mails.push(await parsed(read, validity))
        }
        const batch: MailBatch = { mails, cursor: { validity, uid: wanted[at - 1]! } satisfies Cursor }
        yield batch
      }
    },
    async mark(folder, ids, mark) {
      if (ids.length === 0) return
      await inFolder(folder, false, async (validity) => {
        const uids = ids.map((id) => {
          const [own, uid] = id.split('-')
          if (own !== validity) throw numberedAnew(folder)
          return Number(uid)
        })
        if (await marked(line, uids, mark)) return
        // The client says the same of a line that is gone as of a mailbox that refuses.
        throw line.usable ? new Invalid('MAILS_NOT_MARKED', texts.notMarked({ folder })) : closedEarly()
      })
    },
    close: () => line.logout().catch(ignore('a mailbox was gone before it was left')),
  }
}

const numberedAnew = (folder: string) => new Invalid('MAILS_NUMBERED_ANEW', texts.gone({ folder }))

const validityOf = ({ mailbox }: ImapFlow) => (mailbox ? String(mailbox.uidValidity) : '')

const isMissing = (cause: unknown) => {
  const { mailboxMissing, serverResponseCode } = cause as { mailboxMissing?: boolean; serverResponseCode?: string }
  return mailboxMissing === true || serverResponseCode === 'NONEXISTENT' || serverResponseCode === 'TRYCREATE'
}

export async function foldersOf(settings: Settings, line: ImapFlow) {
  try {
    const found = await line.list({ statusQuery: { messages: true, unseen: true } })
    return found
      .filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
      .map(({ path, status }) => ({
        name: path,
        messages: status?.messages ?? null,
        unseen: status?.unseen ?? null,
      }))
  } catch (cause) {
    throw imapError(settings, cause)
  }
}

type Read = FetchMessageObject & { too_large: boolean }

/** A mail as it stands, of one that is too large only its header; undefined where it is gone meanwhile. */
async function readMail(line: ImapFlow, uid: number, max_bytes: number): Promise<Read | undefined> {
  const about = await line.fetchOne(String(uid), { size: true }, { uid: true })
  if (!about) return undefined
  const too_large = (about.size ?? 0) > max_bytes
  const query = {
    uid: true,
    size: true,
    flags: true,
    internalDate: true,
    ...(too_large ? { headers: true } : { source: true }),
  }
  const mail = await line.fetchOne(String(uid), query, { uid: true })
  return mail ? { ...mail, too_large } : undefined
}

function parsed({ uid, source, headers, flags, internalDate, too_large }: Read, validity: string) {
  const came = internalDate && new Date(internalDate)
  return receivedMail(source ?? headers ?? Buffer.alloc(0), {
    id: `${validity}-${uid}`,
    // Whether anybody has looked is the server's affair.
    flags: [...(flags ?? [])].filter((flag) => flag !== '\\Recent'),
    too_large,
    ...(came && !Number.isNaN(came.getTime()) && { received_at: came.toISOString() }),
  })
}

/** Whether all of it was done. */
async function marked(line: ImapFlow, uids: number[], { seen, flagged, move_to, delete: isDeleted }: MailMark) {
  const range = uids.join(',')
  const byUid = { uid: true }
  const flag = (name: string, isSet: boolean) =>
    isSet ? line.messageFlagsAdd(range, [name], byUid) : line.messageFlagsRemove(range, [name], byUid)
  if (seen !== undefined && !(await flag('\\Seen', seen))) return false
  if (flagged !== undefined && !(await flag('\\Flagged', flagged))) return false
  if (move_to !== undefined && !(await line.messageMove(range, move_to, byUid))) {
    if (line.usable) throw Object.assign(new Error(move_to), { mailboxMissing: true })
    return false
  }
  return !isDeleted || line.messageDelete(range, byUid)
}
