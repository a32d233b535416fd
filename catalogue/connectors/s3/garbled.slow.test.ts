import { Readable } from 'node:stream'
import { test } from 'node:test'
import { survivesGarbledAnswers, usedFiles } from '@weft/kit/testing/garbled-server.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { s3Body } from './s3.server.ts'
import { versitygw } from '@weft/kit/testing/versitygw.ts'
import { settingsFor } from './testing/counterpart.ts'

const server = await versitygw()
const skip = typeof server === 'string' ? server : false

test('answers that are changed on the way end in files or in a sentence', { skip }, async () => {
  if (typeof server === 'string') return
  const open = (port: number) => s3Body.files!(settingsFor({ port }), httpReach)
  const owner = await open(server.port)
  for (let i = 0; i < 10; i++) await owner.write(`many/scan ${i}.txt`, Readable.from(['content '.repeat(100)]))
  await owner.close()
  await survivesGarbledAnswers({
    ...server,
    use: (port) => usedFiles(() => open(port)),
  })
})
