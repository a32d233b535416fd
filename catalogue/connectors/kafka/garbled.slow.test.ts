import { after, test } from 'node:test'
import { survivesGarbledAnswers, usedMessages } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { kafkaBody } from './kafka.server.ts'
import { kafkaCounterpart } from './testing/counterpart.ts'

const here = await kafkaCounterpart()
const skip = typeof here === 'string' ? here : false
if (typeof here !== 'string') after(() => here.clients.close())

test('answers that are changed on the way end in messages or in a sentence', { skip }, async () => {
  if (typeof here === 'string') return
  const topic = await here.topic('garbled')
  await survivesGarbledAnswers({
    host: '127.0.0.1',
    port: Number(here.settings.brokers.split(':')[1]),
    use: (port) => {
      // Whatever name the cluster calls its broker by, it is this one.
      const reach = { ...localReach, resolve: async () => ({ host: '127.0.0.1', port }) }
      return usedMessages(() => kafkaBody.messages!(here.settings, reach), topic)
    },
    runs: 50,
  })
})
