/** Of two systems, whose ids are meant. */
export type ReferenceSide = 'left' | 'right'
/** The same thing in both. */
export type ReferencePair = { left: string; right: string }
