import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { execute } from '@weft/kit/database/prepare.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { smallDisk, type SmallDisk } from '../provisioning/testing/small-disk.ts'
import { aTenant } from '../testing/tenant.ts'
import { standstills } from '../queue/standstills.server.ts'
import { openMachines } from './testing/machines.ts'

const database = await testDatabase()
const tenant = await aTenant(database)
const found = await smallDisk()
const skip = typeof found === 'string' ? found : false
const disk = found as SmallDisk
const { pool, aMachine, aQueue, aWorkflow, over, reaches } = await openMachines(
  database,
  skip ? {} : { home: disk.home },
)
await aMachine('one')
// What a source gives to a control is spooled.
const source =
  'weft: 1\nlabel: A\nsteps: [{ id: a, element: start }, { id: b, element: behave }, { id: p, element: pause }]\nedges: [{ from: a.out, to: b.in }, { from: b.out, to: p.in }]\n'
const { enqueue } = await aWorkflow(tenant, await aQueue(tenant), { source })

type Row = {
  attempt: number
  status: string
  tries_left: number
  tries: number
  error: { code: string } | null
  setback: { times: number; said: boolean } | null
}
const rowOf = async (id: string) =>
  (
    await pool.query<Row>(
      'select j.attempt, j.status, j.tries_left, q.tries, j.error, j.setback from jobs j join queues q on q.id = j.queue_id where j.id = $1',
      [id],
    )
  ).rows[0]!
const logOf = async (id: string) =>
  (
    await pool.query<{ level: string; message: Parameters<typeof say>[0] }>(
      'select level, message from job_logs where job_id = $1 order by created_at',
      [id],
    )
  ).rows.map(({ level, message }) => `${level}: ${say(message, 'en')}`)
async function setBackTimes(id: string, times: number) {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50))
    if (((await rowOf(id)).setback?.times ?? 0) >= times) return
  assert.fail(JSON.stringify(await rowOf(id)))
}

test(
  'on a full disk a job waits longer after each attempt, says why in its log, loses no try, and goes on once there is room',
  { skip },
  async () => {
    disk.fill()
    const id = await enqueue({ rest: 1_000 })
    await setBackTimes(id, 3)
    await sleep(3_000)
    const held = await rowOf(id)
    assert.ok(held.attempt <= 4, `${held.attempt} attempts`)
    assert.deepEqual([held.error?.code, held.tries_left], ['ENOSPC', held.tries])
    const log = await logOf(id)
    assert.match(
      log[0]!,
      /^warning: The attempt came to nothing because something Weft itself needs failed; the job goes on in about 1 second: ENOSPC: no space left on device/,
    )
    assert.match(log[2]!, /in about 4 seconds: ENOSPC/)
    assert.deepEqual(
      (await standstills(pool)).map(
        (one) => one.kind === 'job' && [one.job_id, one.times >= 3, one.problem.startsWith('ENOSPC')],
      ),
      [[id, true, true]],
    )
    disk.free()
    const [job] = await over([id])
    assert.equal(job!.status, 'stopped')
    assert.deepEqual([job!.error, (await rowOf(id)).setback], [null, null])
    assert.deepEqual(await standstills(pool), [])
  },
)

test('where not even the log of the job can be written, the attempt that can says how often it was interrupted', async () => {
  const id = await enqueue({ rest: 3_000 })
  await reaches(id, 'working')
  await execute(database.owner_url, 'revoke insert on job_logs, job_steps from weft_system')
  await setBackTimes(id, 2)
  assert.deepEqual(await logOf(id), [])
  await execute(database.owner_url, 'grant insert on job_logs, job_steps to weft_system')
  const [job] = await over([id])
  assert.equal(job!.status, 'stopped')
  assert.match(
    (await logOf(id))[0]!,
    /^warning: The job was interrupted [23] times because something Weft itself needs failed: permission denied for table job_(steps|logs)$/,
  )
})
