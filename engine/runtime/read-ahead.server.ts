import { outside } from '@weft/kit/process/outside.server.ts'
import { inOrder, openLanes } from '@weft/kit/semaphore/in-order.ts'
import type { PlannedStep } from '../workflow-model/plan.ts'
import { mayGoOn } from './attempt.server.ts'
import { endBy } from './pipeline.server.ts'

/** An incoming record that a source may have been asked for already, and what went wrong with that for the last time. */
export type Asked<Input> = Input & { failed?: { error: unknown } }

/**
 * Incoming records of a source in their order, for which `read` has been called several at a time where the element says so, and again where
 * the step is tried again. What ends the run is thrown in that order, too; what does not comes out beside its record.
 */
export async function* readAhead<Input extends object>(
  head: PlannedStep,
  inputs: AsyncIterable<Input>,
  signal: AbortSignal,
  read: (input: Input, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<Asked<Input>> {
  const at_once = head.element.at_once?.(head.settings) ?? 1
  if (at_once === 1) yield* inputs
  else
    yield* inOrder(openLanes(at_once, signal), inputs, async (input, signal) => {
      for (let tried = 0; ; tried++)
        try {
          // Until what was asked for is safe on disk, too.
          await outside(() => read(input, signal))
          return input
        } catch (error) {
          if (await mayGoOn(head, error, tried, signal)) continue
          const end = endBy(head, error)
          if (end !== undefined) throw end
          return { ...input, failed: { error } }
        }
    })
}
