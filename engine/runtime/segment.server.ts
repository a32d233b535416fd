import { batchRecords } from '@weft/kit/define/limits.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { giveWay } from '@weft/kit/process/outside.server.ts'
import { JobCancelled, Interrupted, LetGo } from './failure.ts'
import { feedOf, type Decision } from './segment-sources.server.ts'
import { openPipeline, throwWorst, type InFlightBatch } from './pipeline.server.ts'
import type { Segment } from '../workflow-model/plan.ts'
import type { Running } from './running.server.ts'
import { straightLine } from './straight-line.ts'

/**
 * So many batches may be under way: parsing, mapping and writing overlap, and memory stays bounded. Those that are full by the number
 * of their records are small; with eight of them a transaction merges while the next one's lines stream in, which made an import of a
 * million rows a fifth faster and took 14 MB.
 */
const window = (records: number) => (records >= batchRecords ? 8 : 4)

/**
 * Runs one segment from where its journal says. A batch is acknowledged, in order, once every sink behind it has committed it;
 * with sinks that tell a repeated batch the journal may lag behind, otherwise it is written before the next acknowledgement.
 */
export async function runSegment(running: Running, segment: Segment): Promise<Decision | undefined> {
  const run = { ...running, fusion: straightLine(running, segment) }
  const { progress } = run
  const from = progress.cursors.get(segment.id) ?? { batch: -1, done: false }
  if ('done' in from && from.done) return undefined
  const steps = [...(segment.head ? [segment.head] : []), ...segment.chain]
  for (const { id } of steps) progress.setState(id, 'working')
  const feed = await feedOf(run, segment, from)
  if ('kind' in feed) return decided(run, segment, feed)

  const pipeline = openPipeline(run, segment)
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  let acknowledged: Promise<void> = Promise.resolve()
  let number = from.batch

  const acknowledge = async (flight: InFlightBatch, cursor: unknown) => {
    await flight.done
    progress.acknowledge(segment.id, flight.number, cursor, flight.tally)
    if (!segment.exactly_once) await progress.checkpoint()
    else if (progress.isFull()) await progress.checkpoint()
    else if (progress.isDue()) progress.checkpoint().catch(heardElsewhere) // the failure is heard at the next look
  }

  try {
    for await (const fed of feed) {
      number += 1
      const flight = pipeline.send(fed, number)
      const cursor = fed.cursor
      acknowledged = acknowledged.then(() => acknowledge(flight, cursor))
      const landing: Promise<void> = Promise.allSettled([flight.done, acknowledged]).then((settled) => {
        underWay.delete(landing)
        for (const one of settled) if (one.status === 'rejected') failures.push(one.reason)
      })
      underWay.add(landing)
      while (underWay.size >= window(Math.max(...Object.values(fed.exits).map(({ length }) => length))))
        await Promise.race(underWay)
      if (failures.length > 0) break
      await giveWay()
      checkAborted(run)
    }
  } catch (error) {
    failures.push(error)
  }
  await Promise.all(underWay)
  if (failures.length === 0) await pipeline.finish().catch((error: unknown) => failures.push(error))
  await pipeline.close().catch((error: unknown) => failures.push(error))
  const [letGo] = failures
  if (letGo instanceof LetGo && failures.length === 1)
    return decided(run, segment, { kind: 'wait', wait: { until: letGo.until }, memo: letGo.memo })
  throwWorst(failures)
  for (const { id } of steps) progress.setState(id, 'done')
  progress.endSegment(segment.id, number)
  return undefined
}

/** Between batches: is this still wanted? */
export function checkAborted({ signal, progress }: Running) {
  const failure = progress.failure()
  if (failure) throw failure
  if (signal.aborted)
    throw signal.reason instanceof JobCancelled || signal.reason instanceof Interrupted
      ? signal.reason
      : new Interrupted()
}

function decided(run: Running, segment: Segment, decision: Decision): Decision {
  const id = segment.head!.id
  if (decision.kind === 'wait')
    run.progress.setState(id, 'waiting', {
      memo: { memo: decision.memo, ...decision.wait },
    })
  else run.progress.setState(id, 'done')
  return decision
}
