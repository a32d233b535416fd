import { useCallback, useState } from 'react'

const most = 100

/** A value whose changes can be taken back one by one. */
export function useUndo<T>(initial: T) {
  const [states, setStates] = useState<readonly [T, ...T[]]>([initial])
  const set = useCallback((value: T) => setStates((before) => [value, ...before.slice(0, most)]), [])
  const undo = useCallback(
    () => setStates((before) => (before.length > 1 ? (before.slice(1) as [T, ...T[]]) : before)),
    [],
  )
  return { value: states[0], set, undo, canUndo: states.length > 1 }
}
