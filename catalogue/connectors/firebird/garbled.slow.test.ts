import { test } from 'node:test'
import { survivesGarbledAnswers } from '@weft/kit/testing/garbled-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { firebirdBody } from './firebird.server.ts'
import { firebirdServer, ownerOf, settingsOf } from './testing/counterpart.ts'

const server = await firebirdServer()
const skip = typeof server === 'string' ? server : false

test('answers that are changed on the way end in records or in a sentence', { skip }, async () => {
  if (typeof server === 'string') return
  const run = await ownerOf(server)
  await run(
    'create table "kinds" ("id" int primary key, "amount" numeric(18,8), "at" timestamp, "flag" boolean, "bytes" blob, "note" varchar(50))',
  )
  await run(`execute block as declare n int = 0; begin
    while (n < 60) do begin
      insert into "kinds" values (:n, :n / 7.0, current_timestamp, mod(:n, 2) = 0, iif(mod(:n, 20) = 0, x'00ff', null), 'a note');
      n = n + 1;
    end
  end`)
  await survivesGarbledAnswers({
    ...server,
    async use(port) {
      const session = await firebirdBody.open!(settingsOf({ ...server, port }), localReach)
      try {
        await session.discover()
        for await (const _ of session.read({ table: 'kinds' }));
        for await (const _ of session.read({ table: 'kinds', order: '-amount' }));
        for await (const _ of session.query!('select k.*, cast(? as varchar(5)) as given from "kinds" k', ['x']));
        const writer = await session.write!({ table: 'kinds', mode: 'upsert' })
        await writer.write([{ id: 1, amount: '1.5' }, { id: 'no number' }])
        await writer.close()
      } finally {
        await session.close()
      }
    },
    runs: 60,
  })
})
