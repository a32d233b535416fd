import path from 'node:path'
import { test } from 'node:test'
import { manyFiles, survivesGarbledAnswers, usedFiles } from '@weft/kit/testing/garbled-server.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { lighttpd, settingsFor } from './testing/counterpart.ts'
import { webdavBody } from './webdav.server.ts'

const server = await lighttpd()
const skip = typeof server === 'string' ? server : false

test('answers that are changed on the way end in files or in a sentence', { skip }, async () => {
  if (typeof server === 'string') return
  manyFiles(path.join(server.folder, 'files/my files'))
  await survivesGarbledAnswers({
    ...server,
    use: (port) => usedFiles(() => webdavBody.files!(settingsFor({ port }), httpReach)),
  })
})
