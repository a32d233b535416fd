import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailBatch, MailboxSession } from '@weft/kit/define/mail-session.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { mailReceivedBody } from './mail-received.server.ts'
import { mailReceived } from './mail-received.ts'

const texts = defineMessages({ told: { en: 'The folder is new.', de: 'Der Ordner ist neu.' } })

test('what a mailbox says of a folder that was made anew stands in the log as a warning', async () => {
  const batches: MailBatch[] = [
    { mails: [], cursor: { uid: 0 }, notice: texts.told() },
    { mails: [], cursor: { uid: 3 } },
  ]
  const session: MailboxSession = {
    folders: async () => [],
    async *receive() {
      yield* batches
    },
    mark: async () => undefined,
    close: async () => undefined,
  }
  const kept: unknown[] = []
  const context: Partial<StepContext> = {
    connections: { mailbox: async () => session } as unknown as StepContext['connections'],
    states: {
      get: async () => undefined,
      keepAtEnd: async (_: string, value: unknown) => void kept.push(value),
    } as unknown as StepContext['states'],
  }
  const step = aStep(mailReceived.settings.parse({ connection: 'post' }), context)
  for await (const { records } of mailReceivedBody.read(step, {})) assert.deepEqual(records, [])
  assert.deepEqual(step.lines, ['warning: The folder is new.'])
  assert.deepEqual(kept, [{ place: 'post INBOX', at: { uid: 3 }, taken: [] }])
})
