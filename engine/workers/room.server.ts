import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Seat } from '../runtime/seat.ts'

/** So often it is looked whether a process has room, in milliseconds. */
const look_ms = 20
/** So many runs are under way in a process at most. */
const mostAtOnce = 128
/** It is given so many more at once, so that those before have begun to wait and other processes get their share. */
const mostMore = 32
/** Of the time since the last look nobody has computed for at least so much. */
const idleShare = 0.5
/** So many of the runs wait; the others have at most their last words to say, or have just been handed over. */
const waitingShare = 0.75
/** So much of its memory a process may use and still be given more. */
const memoryShare = 0.6

/**
 * Says for how many further runs a process has room: some when all of its runs have waited for the outside for a while, and it has computed
 * little and has memory left; none as long as one computes. Three more for each that waits already, so that a few tell what comes of many.
 */
export function watchRoom({
  seat,
  count,
  say,
}: {
  seat: Seat
  /** How many runs are under way. */
  count(): number
  say(room: number): void
}) {
  let timer: NodeJS.Timeout | undefined
  let said = 0
  /** So many have waited at once without computing too much. */
  let proven = 1
  let before = state()

  function state() {
    return { at: performance.now(), idle: seat.idle(), loop: performance.eventLoopUtilization() }
  }

  function isIdle(now: ReturnType<typeof state>) {
    const { utilization } = performance.eventLoopUtilization(now.loop, before.loop)
    return (
      !seat.isTaken() &&
      seat.waiting() >= count() * waitingShare &&
      now.idle - before.idle >= (now.at - before.at) * idleShare &&
      utilization <= 1 - idleShare
    )
  }

  function look() {
    const now = state()
    const waits = isIdle(now)
    before = now
    proven = waits ? Math.max(proven, seat.waiting()) : Math.max(1, Math.min(proven, count()))
    const more = Math.max(3 * seat.waiting(), proven - count())
    tell(waits && hasMemory() ? Math.max(0, Math.min(more, mostAtOnce - count(), mostMore)) : 0)
  }

  function tell(room: number) {
    if (room !== said) say(room)
    said = room
  }

  return {
    /** A run begins. */
    begin() {
      // What was said has been taken up, in part at least.
      said = 0
      if (timer) return
      before = state()
      timer = setInterval(look, look_ms)
    },
    /** A run has ended. */
    end() {
      if (count() > 0) return
      clearInterval(timer)
      timer = undefined
      said = 0
    },
  }
}

function hasMemory() {
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  return used_heap_size < heap_size_limit * memoryShare
}
