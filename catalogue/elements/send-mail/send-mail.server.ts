import { firstOnly } from '@weft/kit/define/comparison.ts'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import type { MailSender } from '@weft/kit/define/mail-session.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { texter } from '@weft/kit/define/values.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import { sendMail } from './send-mail.ts'

const texts = defineMessages({
  recipient: { en: '"{value}" is no e-mail address.', de: '„{value}“ ist keine E-Mail-Adresse.' },
  needsConnection: {
    en: 'Copies, an answer address and HTML need a connection to a mail server.',
    de: 'Kopien, eine Antwortadresse und HTML brauchen eine Verbindung zu einem Mailserver.',
  },
  large: {
    en: 'The attachments are larger than {most, number} MB together.',
    de: 'Die Anhänge sind zusammen größer als {most, number} MB.',
  },
})

type Settings = z.output<typeof sendMail.settings>
/** What few mail servers take more of: https://www.rfc-editor.org/rfc/rfc1870 lets each say its own limit. */
const mostMegabytes = 25

export const sendMailBody = defineBody(sendMail, {
  calls(step) {
    const compose = composer(step)
    const told = step.settings.times === 'once' ? firstOnly() : (records: readonly DataRecord[]) => records
    return (records) =>
      told(records).map((record) => {
        const { wrong: _, ...mail } = compose(record)
        return Object.fromEntries(Object.entries(mail).filter(([, value]) => value && value.length > 0))
      })
  },
  async open(step) {
    const { connection, times, cc, bcc, reply_to, html } = step.settings
    const sender = connection === '' ? undefined : await step.context.connections.mail(connection)
    if (!sender && [cc, bcc, reply_to, html].some((one) => one !== ''))
      throw new Invalid('MAIL_NEEDS_CONNECTION', texts.needsConnection())
    const compose = composer(step)
    const send = async (record: DataRecord, key: string) => {
      const { wrong, ...mail } = compose(record)
      if (wrong !== undefined) throw new Invalid('MAIL_RECIPIENT', texts.recipient({ value: wrong }))
      const { to, subject, text, attachments } = mail
      await (sender ? sendBy(sender, step, mail, key) : step.context.mail({ to, subject, text, attachments, key }))
    }
    const close = async () => void (await sender?.close())
    if (times === 'once')
      return {
        keepsFirst: true,
        write: async (records) => ({ exits: { out: records } }),
        async finish({ records, first }) {
          if (first) await send({ ...first, records }, `${step.job.id}:${step.id}:once`)
        },
        close,
      }
    return {
      async write(records, number) {
        const sent: DataRecord[] = []
        const rejected: Rejected[] = []
        for (const [i, record] of records.entries()) {
          step.signal.throwIfAborted()
          try {
            await send(record, `${step.job.id}:${step.id}:${number}:${i}`)
            sent.push(record)
          } catch (error) {
            // What the mail server will never take is the record's fault; that it cannot be reached is not.
            if (!(error instanceof WeftError) || error.status === 503) throw error
            const { wrong } = compose(record)
            rejected.push({ record, field: 'to', ...(wrong !== undefined && { value: wrong }), reason: error.say })
          }
        }
        return { exits: { out: sent }, rejected }
      },
      close,
    }
  },
})

type Composed = ReturnType<ReturnType<typeof composer>>

/** A record as a mail; `wrong` is the first recipient that is no address. */
function composer(step: Step<Settings>) {
  const { attachments, ...settings } = step.settings
  const write = {
    to: texter(step, settings.to),
    cc: texter(step, settings.cc),
    bcc: texter(step, settings.bcc),
    reply_to: texter(step, settings.reply_to),
    subject: texter(step, settings.subject),
    text: texter(step, settings.text),
    html: texter(step, settings.html),
  }
  const paths = attachments.map((one) => texter(step, one))
  return (record: DataRecord) => {
    const [to, cc, bcc, reply] = [write.to, write.cc, write.bcc, write.reply_to].map((one) => addressesIn(one(record)))
    const wrong = to!.length === 0 ? '' : [...to!, ...cc!, ...bcc!, ...reply!].find((one) => !isAddress(one))
    return {
      wrong,
      to: to!,
      cc: cc!,
      bcc: bcc!,
      reply_to: reply![0],
      subject: write.subject(record).replace(/[\r\n]+/g, ' '),
      text: write.text(record),
      html: write.html(record),
      attachments: paths.map((one) => one(record)).filter(Boolean),
    }
  }
}

const addressesIn = (text: string) =>
  text
    .split(/[,;]/)
    .map((address) => address.trim())
    .filter(Boolean)
const isAddress = (text: string) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text)

async function sendBy(
  sender: MailSender,
  { context }: Pick<Step<Settings>, 'context'>,
  { html, attachments, ...mail }: Omit<Composed, 'wrong'>,
  key: string,
) {
  const files: { name: string; content: Uint8Array }[] = []
  let bytes = 0
  for (const path of attachments) {
    bytes += (await context.files.stat(path)).size
    if (bytes > mostMegabytes * 1_000_000) throw new Invalid('MAIL_TOO_LARGE', texts.large({ most: mostMegabytes }))
    const chunks = (await (await context.files.read(path)).toArray()) as Buffer[]
    files.push({ name: path.slice(path.lastIndexOf('/') + 1), content: Buffer.concat(chunks) })
  }
  await sender.send({ ...mail, ...(html !== '' && { html }), attachments: files, key })
}
