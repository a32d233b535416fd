import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { defineElement, type Element } from '@weft/kit/define/element.ts'
import { outside } from '@weft/kit/process/outside.server.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { z } from 'zod'
import { folderJobFiles } from '../../runtime/folder-job-files.server.ts'
import { openJournal } from '../../runtime/journal.server.ts'
import { recallJob } from '../../queue/begin-attempts.server.ts'
import { heed, openJobRunner } from '../job-runner.server.ts'
import type { FromWorker, ToWorker } from '../worker-process.server.ts'

// A worker like the product's, with elements that ask the outside, sleep, pause, hang, die, eat memory or lock their job's row as the job's parameters say: for tests of the dispatcher.
const name = (en: string) => ({ en, de: en })
const start = defineElement({
  key: 'start',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconBolt',
  settings: z.object({}),
  inputs: [],
  exits: ['out'],
  labels: { title: name('Start'), help: name('.'), fields: {} },
})
const behave = defineElement({
  key: 'behave',
  group: 'flow',
  kind: 'source',
  icon: 'IconBolt',
  settings: z.object({}),
  inputs: ['in'],
  exits: ['out'],
  labels: { title: name('Behave'), help: name('.'), fields: {} },
  body: {
    async *read(step) {
      const {
        ask,
        die,
        rest = 0,
        hang,
        eat,
        lock,
      } = step.job.parameters as {
        ask?: string
        die?: boolean
        rest?: number
        hang?: boolean
        eat?: boolean
        lock?: boolean
      }
      const { signal } = step
      if (ask) await outside(() => fetch(`${ask}?pid=${process.pid}`, { signal }).catch(() => signal.throwIfAborted()))
      if (die) process.kill(process.pid, 'SIGKILL')
      if (lock && step.job.attempt === 1) {
        await (
          await pool.connect()
        ).query(`begin; update jobs set content_identifier = 'locked' where id = '${step.job.id}'`)
        await sleep(600_000)
      }
      if (hang) for (;;);
      const eaten: unknown[] = []
      while (eat) eaten.push(Array.from({ length: 100_000 }, () => Math.random()))
      for (let done = 0; done < rest; done += 20) {
        await sleep(20)
        yield { records: [{ done }], cursor: done }
      }
    },
  },
})

const pause = defineElement({
  key: 'pause',
  group: 'flow',
  kind: 'control',
  icon: 'IconBolt',
  settings: z.object({}),
  inputs: ['in'],
  exits: ['out'],
  labels: { title: name('Pause'), help: name('.'), fields: {} },
  body: {
    async enter(step, _input, memo) {
      const { pause } = step.job.parameters as { pause?: number }
      return memo || !pause
        ? { through: 'out' }
        : { wait: { until: new Date(Date.now() + pause) }, memo: { paused: true } }
    },
  },
})

const pool = openPool(process.env['WEFT_APP_URL']!, { max: 3, level: 'system' })
// Stopped while it was starting, nobody hears it any more.
const say = (message: FromWorker) => process.send?.(message, undefined, undefined, () => {})
const runner = openJobRunner({
  deps: {
    catalogue: { elements: [start, behave, pause] as unknown as Element[], bodies: {} },
    journal: openJournal(pool),
    jobFiles: folderJobFiles(process.env['WEFT_HOME']!),
    stepContextOf: () => ({}) as StepContext,
    recall: (job) => recallJob(pool, job),
  },
  pool,
  machine: 'tiny',
  say,
})
process.on('message', (message: ToWorker) => heed(runner, message))
process.once('disconnect', () => process.exit(0))
say({ ready: true })
