import { test } from 'node:test'
import { survivesGarbledAnswers, usedMessages } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { redisBody } from './redis.server.ts'
import { redisServer, settingsOf } from './testing/counterpart.ts'

const server = await redisServer()
const skip = typeof server === 'string' ? server : false

test('answers that are changed on the way end in messages or in a sentence', { skip }, async () => {
  if (typeof server === 'string') return
  await survivesGarbledAnswers({
    ...server,
    use: (port) => usedMessages(() => redisBody.messages!(settingsOf(port), localReach), 'parcels'),
  })
})
