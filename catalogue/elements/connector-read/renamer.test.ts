import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renamer } from './renamer.ts'

test('fields are renamed in their places, also crosswise', () => {
  const records = [{ CustomerID: 'ALFKI', b: 1, 'Kd-Nr': null }]
  assert.deepEqual(
    JSON.stringify(renamer({ CustomerID: 'customer_id', 'Kd-Nr': 'b', b: 'kd_nr' })(records)),
    '[{"customer_id":"ALFKI","kd_nr":1,"b":null}]',
  )
  assert.equal(renamer({})(records), records)
})
