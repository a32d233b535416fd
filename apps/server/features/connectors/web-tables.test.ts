import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { rest } from '@weft/catalogue/connectors/rest/rest.ts'
import { restBody } from '@weft/catalogue/connectors/rest/rest.server.ts'
import { aShop } from '@weft/catalogue/connectors/rest/testing/shop.ts'
import { openEgress } from '@weft/engine/connections/egress.server.ts'
import { openHttp } from '@weft/engine/connections/http.server.ts'
import { reachBy } from '@weft/engine/connections/reach.server.ts'

const shop = await aShop()
const egress = openEgress(async () => [{ host: '127.0.0.1' }])
after(async () => {
  await egress.close()
  await shop.close()
})
const reach = reachBy(egress, openHttp({ egress, pace: { first_wait: 1 } }))
const resources = ['limited', 'broken'].map((name) => ({ name, path: name }))
const session = await restBody.open!(rest.settings.parse({ base_url: shop.base_url, resources }), reach)

test('a system that is busy or broken for a moment is asked again', async () => {
  for (const table of ['limited', 'broken']) {
    let count = 0
    for await (const { records } of session.read({ table })) count += records.length
    assert.equal(count, 25, table)
  }
})
