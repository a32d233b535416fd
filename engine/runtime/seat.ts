import type { Neighbour } from '@weft/kit/process/outside.server.ts'

/** So long a run computes before it lets one go on that is back from the outside, in milliseconds. */
const slice_ms = 50

export type Seat = ReturnType<typeof openSeat>

/** The one place of a process in which a run computes. Who goes on has it before who begins, else in the order they came. */
export function openSeat() {
  const goingOn: (() => void)[] = []
  const beginning: (() => void)[] = []
  let isTaken = false
  let waiting = 0
  let idle_ms = 0
  let since = performance.now()
  const isIdle = () => !isTaken && waiting > 0

  /** Whatever changes who has the seat or who waits. */
  function change(how: () => void) {
    const now = performance.now()
    if (isIdle()) idle_ms += now - since
    since = now
    how()
  }

  function leave() {
    const next = goingOn.shift() ?? beginning.shift()
    if (next) next()
    else change(() => (isTaken = false))
  }

  const once = () => {
    let left = false
    return () => {
      if (!left) leave()
      left = true
    }
  }

  return {
    isTaken: () => isTaken,
    /** Whether a run wants to go on. */
    isWanted: () => goingOn.length > 0,
    /** How many runs wait for the outside. */
    waiting: () => waiting,
    /** A run begins to wait for the outside, or has waited. */
    waits: (more: 1 | -1) => change(() => (waiting += more)),
    /** For how long nobody has had it while runs waited, in milliseconds since the process began. */
    idle: () => idle_ms + (isIdle() ? performance.now() - since : 0),
    /** Answers with what gives it back. Who is to stop does not wait for it. */
    take(signal: AbortSignal, { begins }: { begins: boolean }): Promise<() => void> {
      if (signal.aborted) return Promise.resolve(() => {})
      if (!isTaken) {
        change(() => (isTaken = true))
        return Promise.resolve(once())
      }
      const queue = begins ? beginning : goingOn
      return new Promise((resolve) => {
        const sit = () => {
          signal.removeEventListener('abort', pass)
          resolve(once())
        }
        const pass = () => {
          queue.splice(queue.indexOf(sit), 1)
          resolve(() => {})
        }
        queue.push(sit)
        signal.addEventListener('abort', pass, { once: true })
      })
    },
  }
}

export type SeatedRun = Neighbour & { /** It needs the seat no more. */ end(): void }

/**
 * A run with the seat: it has it but while it waits for the outside and keeps nothing. With several things under way it waits as long as
 * one of them does.
 */
export async function takeSeat(seat: Seat, signal: AbortSignal): Promise<SeatedRun> {
  let leave: (() => void) | undefined = await seat.take(signal, { begins: true })
  let since = performance.now()
  let outside = 0
  let kept = 0
  let isOver = false
  let isWaiting = false
  let sitting: Promise<void> | undefined
  const needsIt = () => !isOver && (outside === 0 || kept > 0)

  function stand() {
    leave?.()
    leave = undefined
    wait(!isOver && !needsIt())
  }

  function wait(waits: boolean) {
    if (waits !== isWaiting) seat.waits(waits ? 1 : -1)
    isWaiting = waits
  }

  function sit() {
    wait(false)
    return (sitting ??= seat.take(signal, { begins: false }).then((given) => {
      sitting = undefined
      since = performance.now()
      leave = given
      if (!needsIt()) stand()
    }))
  }

  return {
    left() {
      outside += 1
      if (!needsIt()) stand()
    },
    async back() {
      outside -= 1
      if (needsIt() && !leave) await sit()
    },
    async keep() {
      kept += 1
      if (needsIt() && !leave) await sit()
      let isKept = true
      return () => {
        if (isKept) kept -= 1
        isKept = false
        if (!needsIt()) stand()
      }
    },
    async giveWay() {
      if (!leave || kept > 0 || !seat.isWanted() || performance.now() - since < slice_ms) return
      stand()
      await sit()
    },
    end() {
      isOver = true
      stand()
    },
  }
}
