import { useEffect, useRef, useState } from 'react'

/** The present, four times a second while it matters. */
export function useClock(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => {
    if (!ticking) return
    timer.current = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer.current)
  }, [ticking])
  return now
}
