import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { bucketSettings } from '@weft/engine/storage/testing/own-bucket.ts'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { demoIsSeeded, startProduct } from '@weft/kit/testing/product.ts'
import { versitygw } from '@weft/kit/testing/versitygw.ts'

const bucket = await versitygw()
const skip = typeof bucket === 'string' ? bucket : false
const folder = mkdtempSync(path.join(tmpdir(), 'weft-demo-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** How the runs of the demo have ended, by workflow; one calls a system that is away again and again, and may be at it still. */
const ends = (product: { home: string }) =>
  onControl(product, async (client) => {
    const { rows } = await client.query<{ ended: string }>(
      `select distinct concat_ws(' ', w.label, j.status, j.error->>'code') as ended
       from jobs j join workflows w on w.id = j.workflow_id where j.finished_at is not null and j.started_by = 'hand'
         and j.error->>'code' is distinct from 'HTTP_FAILED' order by 1`,
    )
    return rows.map(({ ended }) => ended)
  })

test('the demo is the same with its files in a bucket', { skip, timeout: 900_000 }, async () => {
  if (typeof bucket === 'string') return
  const home = path.join(folder, 'home')
  const product = await startProduct({
    demo: true,
    environment: { WEFT_HOME: home, ...bucketSettings(bucket, 'demo') },
  })
  try {
    await demoIsSeeded(product)
    assert.doesNotMatch(product.output(), /a process ended|file store cannot be used/)
    assert.equal(
      readdirSync(home).some((name) => name === 'storage' || name === 'jobs'),
      false,
    )
    const inFolder = await startProduct({ demo: true })
    try {
      const wanted = await ends(inFolder)
      assert.ok(wanted.length > 10, wanted.join('\n'))
      assert.deepEqual(await ends(product), wanted)
    } finally {
      await inFolder.stop()
    }
  } finally {
    await product.stop()
  }
})
