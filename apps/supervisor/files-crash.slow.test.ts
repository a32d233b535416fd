import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { s3Body } from '@weft/catalogue/connectors/s3/s3.server.ts'
import { versitygw } from '@weft/kit/testing/versitygw.ts'
import { settingsFor } from '@weft/catalogue/connectors/s3/testing/counterpart.ts'
import type { FileSession } from '@weft/kit/define/file-session.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { onRecords } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { aConnection, aStructure, aWorkflow, killProcess, runKilling } from './testing/runs-on.ts'

const store = await versitygw()
const skip = typeof store === 'string' ? store : false
const lines = 250

test(
  'whatever is killed while files of a store are imported, each is imported once and put away',
  { skip },
  async () => {
    if (typeof store === 'string') return
    const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
    after(() => product.stop())
    const tenant = await aTenantOn(product, 'Files')
    await tenant.admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
    await aConnection(tenant, 'store', 's3', settingsFor(store))
    const structure = await aStructure(tenant, 'numbers', [
      ['n', 'integer'],
      ['file', 'text'],
    ])
    const workflow = await aWorkflow(tenant, importing(structure))
    const session = await s3Body.files!(settingsFor(store), httpReach)
    const writer = writeFiles(session)
    after(() => writer.giveUp())
    await writer.ahead

    const jobs = await runKilling(tenant, workflow, {
      victims: ['worker', 'store', 'worker', 'server', 'worker'],
      async kill(victim) {
        if (victim !== 'store') return killProcess(product, victim as 'worker' | 'server')
        await store.stop('SIGKILL')
        await sleep(500)
        await store.start()
      },
      written: () => writer.stop(),
    })
    const files = Array.from({ length: writer.written() }, (_, i) => nameOf(i))
    const { rows } = await onRecords(product, tenant.tenant_id, (client) =>
      client.query(`select n, file from "p_${tenant.project_id.replaceAll('-', '')}".numbers order by n`),
    )
    assert.deepEqual(
      rows.map(({ n, file }) => `${n} ${file}`),
      files.flatMap((name, i) => Array.from({ length: lines }, (_, line) => `${i * lines + line} in/${name}`)),
    )
    assert.equal(
      jobs.reduce((sum, { records_out }) => sum + records_out, 0),
      files.length * lines,
    )
    const names = async (folder: string) => (await session.list(folder)).map(({ name }) => name).toSorted()
    assert.deepEqual(await names('done'), files)
    await assert.rejects(session.list('in'), { code: 'FOLDER_NOT_FOUND' })
  },
)

const importing = (structure: string) => `weft: 1
label: Import
steps:
  - { id: arrived, element: file_arrived, settings: { connection: store, path: 'in/*.csv', stable: 0, afterwards: move, to: done } }
  - { id: read, element: read_file, settings: { connection: store, path: '{{ path }}', format: csv, path_field: file } }
  - { id: slow, element: code, settings: { code: "export default (records) => { const until = Date.now() + 100; while (Date.now() < until); return records.map(({ n, file }) => ({ n: Number(n), file })) }" } }
  - { id: write, element: write_records, settings: { structure_id: ${structure}, mode: insert } }
edges:
  - { from: arrived.out, to: read.in }
  - { from: read.out, to: slow.in }
  - { from: slow.out, to: write.in }
`

const nameOf = (i: number) => `${String(i).padStart(5, '0')}.csv`

/** 30 files of 250 numbers, and from then on four of them a second, up to 90. `ahead`: those first ones are there. */
function writeFiles(session: FileSession) {
  let [written, isOver, isGivenUp] = [0, false, false]
  async function write(count: number) {
    for (const end = written + count; written < end && !isGivenUp;)
      try {
        const name = nameOf(written)
        // A store that was killed has perhaps taken it all the same, and it may have been put away already.
        const [there, done] = [await session.stat(`in/${name}`), await session.stat(`done/${name}`)]
        const numbers = Array.from({ length: lines }, (_, line) => `${written * lines + line}\n`)
        if (!there && !done) await session.write(`in/${name}`, Readable.from([Buffer.from(`n\n${numbers.join('')}`)]))
        written++
      } catch {
        await sleep(200)
      }
  }
  const ahead = write(30)
  const all = ahead.then(async () => {
    while (!isOver && written < 90) {
      await write(1)
      await sleep(250)
    }
  })
  return {
    ahead,
    written: () => written,
    giveUp: () => (isOver = isGivenUp = true),
    stop: () => {
      isOver = true
      return all
    },
  }
}
