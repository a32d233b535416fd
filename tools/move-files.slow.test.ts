import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { bucketSettings } from '@weft/engine/storage/testing/own-bucket.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { Client, startProduct, type Product } from '@weft/kit/testing/product.ts'
import { versitygw } from '@weft/kit/testing/versitygw.ts'

const bucket = await versitygw()
const skip = typeof bucket === 'string' ? bucket : false
const home = mkdtempSync(path.join(tmpdir(), 'weft-move-'))
after(() => rmSync(home, { recursive: true, force: true }))

test(
  'the files of an installation move into a bucket and back, and no machine keeps them elsewhere',
  { skip },
  async () => {
    if (typeof bucket === 'string') return
    const { WEFT_FILES, ...keys } = bucketSettings(bucket, 'moved')
    const tool = (name: string, argument: string, more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [`tools/${name}.ts`, argument], {
        cwd: path.resolve(import.meta.dirname, '..'),
        env: { PATH: process.env['PATH'], WEFT_HOME: home, ...keys, ...more },
        encoding: 'utf8',
      })
      return { status, said: stdout + stderr }
    }
    const move = (where: string, more: Record<string, string> = {}) => tool('move-files', where, more)
    const start = (more: Record<string, string> = {}) =>
      startProduct({ environment: { WEFT_HOME: home, ...keys, ...more } })

    const inFolder = await start()
    const tenant = await aTenantOn(inFolder, 'Moved')
    const form = new FormData()
    form.append('file', new Blob(['order;total\n1;12,50\n']), 'orders.csv')
    assert.equal((await tenant.user.call('POST', 'files?path=in/2026', form)).status, 201)
    await tenant.user.post('files/folders', { path: 'empty' })
    const files = async (product: Product) => {
      const user = (await Client.signIn(product.url, tenant.sign_in)).with({ 'x-project-id': tenant.project_id })
      const names = async (folder: string) =>
        ((await user.get(`files?path=${folder}`)) as { name: string }[]).map(({ name }) => name)
      const { body } = await user.call('GET', 'files/content?path=in/2026/orders.csv')
      return [await names(''), await names('empty'), body]
    }
    const all = [['empty', 'in'], [], 'order;total\n1;12,50\n']
    assert.deepEqual(await files(inFolder), all)
    assert.deepEqual(move(WEFT_FILES), {
      status: 1,
      said: 'Weft is running on this database. Please stop every machine first.\n',
    })
    await inFolder.stop()

    await assert.rejects(start({ WEFT_FILES }), /This installation keeps its files in the folder WEFT_HOME/)
    const moved = move(WEFT_FILES)
    assert.equal(moved.status, 0, moved.said)
    assert.match(
      moved.said,
      /^\d+ files of 1 MB lie in s3:\/\/shop\/moved now\. Please start every machine with WEFT_FILES=s3:\/\/shop\/moved\. /,
    )
    for (const part of ['storage', 'jobs']) rmSync(path.join(home, part), { recursive: true, force: true })
    const inBucket = await start({ WEFT_FILES })
    assert.deepEqual(await files(inBucket), all)
    assert.equal(existsSync(path.join(home, 'storage')), false)
    await inBucket.stop()

    const backup = tool('backup', path.join(home, '../backup'), { WEFT_FILES })
    assert.equal(backup.status, 1)
    assert.match(backup.said, /^Files lie in s3:\/\/shop\/moved \(WEFT_FILES\), which this command does not copy\. /)

    await assert.rejects(start(), /Please start it with WEFT_FILES=s3:\/\/shop\/moved\./)
    const back = move('folder', { WEFT_FILES })
    assert.equal(back.status, 0, back.said)
    const again = await start()
    assert.deepEqual(await files(again), all)
    await again.stop()
  },
)
