import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { MailOrder, Sender } from './order.ts'

const texts = defineMessages({
  large: {
    en: 'The attachments are larger than {limit} MB together.',
    de: 'Die Anhänge sind zusammen größer als {limit} MB.',
  },
})

const mostAttached = 20_000_000

/** What goes with a mail: what is at hand, and files of the sender. */
export async function readAttachments({ files }: Sender, given: NonNullable<MailOrder<string>['attachments']>) {
  const paths = files ? given.filter((one) => typeof one === 'string') : []
  const ready = given.filter((one) => typeof one !== 'string').map(({ name, content }) => ({ filename: name, content }))
  const found = await Promise.all(paths.map((path) => files!.stat(path)))
  if (
    found.reduce((sum, file) => sum + file.size, 0) + ready.reduce((sum, file) => sum + file.content.length, 0) >
    mostAttached
  )
    throw new Invalid('MAIL_TOO_LARGE', texts.large({ limit: mostAttached / 1_000_000 }))
  const read = await Promise.all(
    found.map(async ({ path }) => ({
      filename: path.split('/').at(-1)!,
      content: Buffer.concat((await (await files!.read(path)).toArray()) as Buffer[]),
    })),
  )
  return [...read, ...ready]
}
