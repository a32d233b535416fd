import type { FieldMarks } from '@weft/kit/define/synced.ts'
import { threeWay } from './three-way.ts'

/** Whose change holds where both sides have made one. */
export type Winner = 'here' | 'there' | 'ask'

/**
 * A record of here (`ours`) beside what stands there (`theirs`; nothing: it is not there) and what is known of that: `seen`, as both sides
 * agreed, and `held`, as it was when somebody was asked.
 */
export type Meeting = {
  ours: FieldMarks
  theirs: FieldMarks | undefined
  seen: FieldMarks | undefined
  held: FieldMarks | undefined
  /** It belonged to one there. */
  isPaired: boolean
  /** Somebody has it tried again: of what they were asked about they have decided. */
  isRetry: boolean
  winner(): Winner
}

/**
 * What becomes of it; `agreed`: what of the record there both sides then know to be the same; `all`: nothing that has changed here is left
 * out, and nothing of it has changed there.
 */
export type Verdict =
  | { kind: 'insert' }
  | { kind: 'ask'; about: string[] }
  | { kind: 'leave'; agreed: FieldMarks }
  | ({ kind: 'change' } & Change)

export function verdictOf(meeting: Meeting): Verdict {
  const { ours, theirs, seen = {}, held, isRetry, isPaired } = meeting
  if (!theirs) {
    const winner = !isPaired || (isRetry && held) ? 'here' : meeting.winner()
    return winner === 'here'
      ? { kind: 'insert' }
      : winner === 'ask'
        ? { kind: 'ask', about: [] }
        : { kind: 'leave', agreed: {} }
  }
  // What was decided goes back as a change of that side: the other direction brings to here what of it differs.
  if (isRetry && held && isSame(held, theirs)) {
    const fields = Object.keys(ours).filter((field) => ours[field] !== (theirs[field] ?? ''))
    return changing({ fields, agreed: seen, all: false })
  }

  const { write, conflicts } = threeWay(ours, theirs, seen)
  const winner = conflicts.length > 0 ? meeting.winner() : 'there'
  if (winner === 'ask') return { kind: 'ask', about: conflicts }
  const fields = winner === 'here' ? [...write, ...conflicts] : write
  // What is left as it is there although it differs is not agreed on: the other direction is to bring it.
  const isAgreed = new Set([...fields, ...Object.keys(ours).filter((field) => ours[field] === (theirs[field] ?? ''))])
  const agreed = { ...seen, ...Object.fromEntries(Object.entries(ours).filter(([field]) => isAgreed.has(field))) }
  return changing({ fields, agreed, all: conflicts.length === 0 })
}

type Change = { fields: string[]; agreed: FieldMarks; all: boolean }

const changing = (change: Change): Verdict =>
  change.fields.length > 0 ? { kind: 'change', ...change } : { kind: 'leave', agreed: change.agreed }

const isSame = (a: FieldMarks, b: FieldMarks) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((field) => a[field] === b[field])
