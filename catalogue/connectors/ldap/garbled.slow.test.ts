import { test } from 'node:test'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { ldapCounterpart } from './testing/counterpart.ts'

const here = await ldapCounterpart()
const skip = typeof here === 'string' ? here : false
const table = 'inetOrgPerson'

test('answers that are changed on the way end in records or in a sentence', { skip }, async () => {
  if (typeof here === 'string') return
  const { base, open, settings } = here
  const owner = await open()
  const people = Array.from({ length: 100 }, (_, i) => ({
    dn: `uid=p${i},${base}`,
    cn: [`Person ${i}`],
    sn: ['Köhler'],
    mail: [`p${i}@example.test`, 'all@example.test'],
  }))
  await (await owner.write!({ table, mode: 'insert' })).write(people)
  await owner.close()
  await survivesGarbledAnswers({
    host: '127.0.0.1',
    port: settings.port,
    async use(port) {
      const session = await open({ port })
      try {
        await session.discover()
        for await (const _ of session.read({ table, batch: 30 }));
        await session.lookup!({ table, keys: [{ dn: `uid=p1,${base}` }] })
        const writer = await session.write!({ table, mode: 'upsert' })
        await writer.write([{ dn: `uid=p1,${base}`, sn: ['Other'] }, { dn: 'nothing' }])
        await writer.close()
      } finally {
        await session.close()
      }
    },
  })
})
