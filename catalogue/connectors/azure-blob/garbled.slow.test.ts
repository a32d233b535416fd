import { Readable } from 'node:stream'
import { test } from 'node:test'
import { survivesGarbledAnswers, usedFiles } from '@weft/kit/testing/garbled-server.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { azureBlobBody } from './azure-blob.server.ts'
import { azurite, settingsFor } from './testing/counterpart.ts'

const server = await azurite()
const skip = typeof server === 'string' ? server : false

test('answers that are changed on the way end in files or in a sentence', { skip }, async () => {
  if (typeof server === 'string') return
  const open = (port: number) => azureBlobBody.files!(settingsFor({ port }), httpReach)
  const owner = await open(server.port)
  for (let i = 0; i < 10; i++) await owner.write(`many/scan ${i}.txt`, Readable.from(['content '.repeat(100)]))
  await owner.close()
  await survivesGarbledAnswers({
    host: '127.0.0.1',
    port: server.port,
    use: (port) => usedFiles(() => open(port)),
  })
})
