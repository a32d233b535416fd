import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Segment } from '../workflow-model/plan.ts'
import type { Running } from './running.server.ts'
import type { BatchStream, Position } from './batch-stream.ts'

type Fed = BatchStream extends AsyncIterable<infer Batch> ? Batch : never

/** So many kept batches are let go at once. */
const dropped = 32

/**
 * What a segment is fed, of which a source that may answer otherwise a second time is kept before anything is done with it. A
 * repeated batch is told by its number, so a run that goes on after a crash has to give under each number what it gave before: a row
 * that somebody deleted meanwhile would else shift the others, and some of them would be taken for written.
 */
export async function* keptBatches(
  { spools, progress }: Pick<Running, 'spools' | 'progress'>,
  segment: Pick<Segment, 'id' | 'head'>,
  from: Position,
  feedFrom: (position: Position) => BatchStream,
): BatchStream {
  if (segment.head?.element.replayable) {
    yield* feedFrom(from)
    return
  }
  const name = `${segment.id}.__batches`
  const before = await spools.kept(name)
  let at = from
  let free = from.batch
  const next = (fed: Fed) => (at = { batch: at.batch + 1, cursor: fed.cursor })
  for (;;) {
    for (let read = before.get(at.batch + 1); read; read = before.get(at.batch + 1)) {
      before.delete(at.batch + 1)
      const fed = (await read())[0] as unknown as Fed
      yield fed
      next(fed)
    }
    let isKnown = false
    for await (const fed of feedFrom(at)) {
      isKnown = before.has(at.batch + 1)
      if (isKnown) break
      if (isLive(fed)) await spools.keep(name, at.batch + 1, [fed as unknown as DataRecord])
      const journalled = progress.journalled(segment.id) ?? free
      if (journalled - free >= dropped) {
        await spools.drop(name, free + 1, journalled)
        free = journalled
      }
      yield fed
      next(fed)
    }
    if (!isKnown) return
  }
}

/** A batch without a cursor of the source comes from what was spooled whole, and is the same again. */
const isLive = ({ cursor }: Fed) => (cursor as { cursor?: unknown } | undefined)?.cursor !== undefined
