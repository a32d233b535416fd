import { firstOnly } from '@weft/kit/define/comparison.ts'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import type { MailSender } from '@weft/kit/define/mail-session.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { texter } from '@weft/kit/define/values.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import { storedTexter } from '@weft/kit/text-templates/step-texts.ts'
import { sendMail } from './send-mail.ts'

const texts = defineMessages({
  recipient: { en: '"{value}" is no e-mail address.', de: '„{value}“ ist keine E-Mail-Adresse.' },
  needsConnection: {
    en: 'Copies, an answer address and HTML need a connection to a mail server.',
    de: 'Kopien, eine Antwortadresse und HTML brauchen eine Verbindung zu einem Mailserver.',
  },
  pdf: {
    en: 'A PDF is made of HTML templates only; "{label}" is none.',
    de: 'Ein PDF entsteht nur aus HTML-Vorlagen; „{label}“ ist keine.',
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
        const { wrong: _, files, attachments, ...mail } = compose(record)
        const all = { ...mail, attachments: [...attachments, ...files.map(({ name }) => name)] }
        return Object.fromEntries(Object.entries(all).filter(([, value]) => value && value.length > 0))
      })
  },
  async open(step) {
    const { connection, times, cc, bcc, reply_to, html, html_template_id } = step.settings
    const sender = connection === '' ? undefined : await step.context.connections.mail(connection)
    if (!sender && [cc, bcc, reply_to, html, html_template_id ?? ''].some((one) => one !== ''))
      throw new Invalid('MAIL_NEEDS_CONNECTION', texts.needsConnection())
    const compose = composer(step)
    const addresses = addresser(step)
    const send = async (record: DataRecord, key: string) => {
      const { wrong, files, ...mail } = compose(record)
      if (wrong !== undefined) throw new Invalid('MAIL_RECIPIENT', texts.recipient({ value: wrong }))
      const { to, subject, text, attachments } = mail
      const made = await Promise.all(files.map(async ({ name, content }) => ({ name, content: await content() })))
      await (sender
        ? sendBy(sender, step, mail, made, key)
        : step.context.mail({ to, subject, text, attachments: [...attachments, ...made], key }))
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
            const { wrong } = addresses(record)
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

/** To whom a record goes; `wrong` is the first recipient that is no address. */
function addresser(step: Step<Settings>) {
  const { to, cc, bcc, reply_to } = step.settings
  const write = [to, cc, bcc, reply_to].map((one) => texter(step, one))
  return (record: DataRecord) => {
    const [to, cc, bcc, reply] = write.map((one) => addressesIn(one(record)))
    const wrong = to!.length === 0 ? '' : [...to!, ...cc!, ...bcc!, ...reply!].find((one) => !isAddress(one))
    return { wrong, to: to!, cc: cc!, bcc: bcc!, reply_to: reply![0] }
  }
}

/** A record as a mail. What it is attached is made when it is sent. */
function composer(step: Step<Settings>) {
  const { attachments, written_attachments, values, text_template_id, html_template_id, ...settings } = step.settings
  const body = (id: string | undefined, inline: string) =>
    id ? storedTexter(step, id, values).write : texter(step, inline)
  const addresses = addresser(step)
  const [subject, text, html] = [
    texter(step, settings.subject),
    body(text_template_id, settings.text),
    body(html_template_id, settings.html),
  ]
  const paths = attachments.map((one) => texter(step, one))
  const written = written_attachments.map((one) => writtenFile(step, one))
  return (record: DataRecord) => ({
    ...addresses(record),
    subject: subject(record).replace(/[\r\n]+/g, ' '),
    text: text(record),
    html: html(record),
    attachments: paths.map((one) => one(record)).filter(Boolean),
    files: written.map((one) => one(record)),
  })
}

function writtenFile(
  step: Step<Settings>,
  { template_id, name, as, language }: Settings['written_attachments'][number],
): (record: DataRecord) => { name: string; content(): Promise<Uint8Array> } {
  const { label, kind, write } = storedTexter(step, template_id, step.settings.values)
  if (as === 'pdf' && kind !== 'html') throw new Invalid('TEXT_TEMPLATE_NOT_HTML', texts.pdf({ label }))
  const [called, tongue] = [texter(step, name), texter(step, language)]
  return (record) => {
    const text = write(record)
    const file = called(record).replace(/[\p{Cc}/\\]+/gu, '_')
    const content = async () =>
      as === 'pdf'
        ? step.context.texts.pdf(text, { title: file, language: tongue(record) === 'en' ? 'en' : 'de' })
        : Buffer.from(text)
    return { name: file, content }
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
  { html, attachments, ...mail }: Omit<Composed, 'wrong' | 'files'>,
  made: readonly { name: string; content: Uint8Array }[],
  key: string,
) {
  const files = [...made]
  let bytes = made.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > mostMegabytes * 1_000_000) throw new Invalid('MAIL_TOO_LARGE', texts.large({ most: mostMegabytes }))
  for (const path of attachments) {
    bytes += (await context.files.stat(path)).size
    if (bytes > mostMegabytes * 1_000_000) throw new Invalid('MAIL_TOO_LARGE', texts.large({ most: mostMegabytes }))
    const chunks = (await (await context.files.read(path)).toArray()) as Buffer[]
    files.push({ name: path.slice(path.lastIndexOf('/') + 1), content: Buffer.concat(chunks) })
  }
  await sender.send({ ...mail, ...(html !== '' && { html }), attachments: files, key })
}
