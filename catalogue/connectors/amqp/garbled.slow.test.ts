import { test } from 'node:test'
import { survivesGarbledAnswers, usedMessages } from '@weft/kit/testing/garbled-server.ts'
import { amqpCounterpart } from './testing/counterpart.ts'

const here = await amqpCounterpart()
const skip = typeof here === 'string' ? here : false

test('answers that are changed on the way end in messages or in a sentence', { skip }, async () => {
  if (typeof here === 'string') return
  const topic = await here.counterpart.topic('garbled')
  await survivesGarbledAnswers({
    host: '127.0.0.1',
    port: here.settings.port,
    use: (port) => usedMessages(() => here.open({ port }), topic),
  })
})
