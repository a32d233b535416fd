import { setTimeout as sleep } from 'node:timers/promises'
import { durationOf } from '@weft/kit/define/duration.ts'
import { outside } from '@weft/kit/process/outside.server.ts'
import {
  JobCancelled,
  Interrupted,
  isOutage,
  isWorthRetrying,
  StepFailure,
  StepTimeout,
  Superseded,
} from './failure.ts'
import type { PlannedStep } from '../workflow-model/plan.ts'

const firstWait = 10_000
const longestWait = 15 * 60_000

/** `wait × 2ⁿ` with jitter, at most 15 minutes. */
export const backoff = (n: number, first = firstWait) =>
  Math.min(longestWait, first * 2 ** n) * (0.85 + Math.random() * 0.3)

/** What is never a step's own failure. */
const isOurs = (error: unknown) =>
  error instanceof Superseded ||
  error instanceof JobCancelled ||
  error instanceof Interrupted ||
  error instanceof StepFailure

/** Does one thing for a step, as often as the step may try, each try within its time. */
export async function attempt<T>(planned: PlannedStep, signal: AbortSignal, work: () => T | Promise<T>): Promise<T> {
  const { step } = planned
  for (let tried = 0; ; tried++) {
    try {
      return await inTime(step.timeout, work)
    } catch (error) {
      if (!(await mayGoOn(planned, error, tried, signal))) throw error
    }
  }
}

/** Whether a step that failed does it once more, having failed so many times before; it has waited then. */
export async function mayGoOn(planned: PlannedStep, error: unknown, tried: number, signal: AbortSignal) {
  if (isOurs(error) || tried >= planned.step.retries || !isWorthRetrying(error)) return false
  await pause(planned, tried, signal)
  return true
}

/** The wait before a step is tried again. */
const pause = ({ step }: PlannedStep, tried: number, signal: AbortSignal) =>
  outside(() => sleep(backoff(tried, step.wait ? durationOf(step.wait) : firstWait), undefined, { signal })).catch(
    () => {
      throw signal.reason instanceof JobCancelled ? signal.reason : new Interrupted()
    },
  )

function inTime<T>(limit: string | undefined, work: () => T | Promise<T>): T | Promise<T> {
  if (!limit) return work()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StepTimeout(limit)), durationOf(limit))
  })
  return Promise.race([work(), late]).finally(() => clearTimeout(timer))
}

/** Whether the job's own tries are for this: another system is away, so all of it is tried again later. */
export const endsAttempt = (error: unknown) => isOurs(error) || isOutage(error)
