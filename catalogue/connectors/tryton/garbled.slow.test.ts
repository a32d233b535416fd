import { test } from 'node:test'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { trytonServer } from './testing/counterpart.ts'
import { tryton } from './tryton.ts'
import { trytonBody } from './tryton.server.ts'

const server = await trytonServer()
const skip = typeof server === 'string' ? server : false

test('answers that are changed on the way end in records or in a sentence', { skip }, async () => {
  if (typeof server === 'string') return
  await survivesGarbledAnswers({
    ...server,
    async use(port) {
      const own = { base_url: `http://127.0.0.1:${port}`, database: 'shop', user: 'admin', password: 'Right-Word-1' }
      const session = await trytonBody.open!(tryton.settings.parse(own), httpReach)
      try {
        await session.describe('party.party')
        for await (const _ of session.read({ table: 'ir.lang', batch: 10 }));
        await session.lookup!({ table: 'ir.lang', keys: [{ id: 1 }] })
        const writer = await session.write!({ table: 'party.party', mode: 'insert' })
        await writer.write([{ name: 'Garbled' }, { nothing: 'of that' }])
        await writer.close()
      } finally {
        await session.close()
      }
    },
    runs: 30,
  })
})
