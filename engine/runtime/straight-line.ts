import type { Fusion } from '@weft/kit/define/step-context.ts'
import type { Segment } from '../workflow-model/plan.ts'
import { reads } from '../workflow-model/plan.ts'
import type { Running } from './running.server.ts'

/**
 * What the steps of a segment may say of themselves so that the first of them does the work of all: where they stand in a straight line
 * from a source over one transform into one sink, and nobody looks at the records in between.
 */
export function straightLine(
  { job, trace }: Running,
  { head, chain, wires, spooled, refused }: Segment,
): Fusion | undefined {
  const [transform, sink] = chain
  if (trace || job.test || job.content_identifier || refused || spooled.size > 0) return undefined
  if (!head || !reads(head) || chain.length !== 2 || chain.some(({ passes }) => passes)) return undefined
  if (transform!.element.kind !== 'transform' || sink!.element.kind !== 'sink') return undefined
  const leads = (from: string, to: string) => wires[from]?.length === 1 && wires[from][0] === to
  const isStraight =
    Object.values(wires).flat().length === 2 &&
    leads(`${head.id}.${head.exits[0]}`, transform!.id) &&
    leads(`${transform!.id}.${transform!.exits[0]}`, sink!.id)
  return isStraight ? {} : undefined
}
