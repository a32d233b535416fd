/**
 * Undo and redo over texts. Changes of the same `gesture` within a second are one step back, so a drag or a typed word is undone
 * as a whole.
 */
export type Past = { undo: readonly string[]; redo: readonly string[]; gesture: string; at: number }

export const noPast: Past = { undo: [], redo: [], gesture: '', at: 0 }
const kept = 200

export function changed(past: Past, before: string, gesture: string, now: number): Past {
  const goesOn = gesture !== '' && gesture === past.gesture && now - past.at < 1000
  return { undo: goesOn ? past.undo : [...past.undo.slice(1 - kept), before], redo: [], gesture, at: now }
}

export function undone(past: Past, text: string): { past: Past; text: string } | undefined {
  const before = past.undo.at(-1)
  return before === undefined
    ? undefined
    : { text: before, past: { undo: past.undo.slice(0, -1), redo: [text, ...past.redo], gesture: '', at: 0 } }
}

export function redone(past: Past, text: string): { past: Past; text: string } | undefined {
  const [after, ...redo] = past.redo
  return after === undefined
    ? undefined
    : { text: after, past: { undo: [...past.undo, text], redo, gesture: '', at: 0 } }
}
