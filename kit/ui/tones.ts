import type { CSSProperties } from 'react'

const tones = ['green', 'amber', 'red', 'blue', 'teal', 'pink', 'violet', 'slate'] as const
export type Tone = (typeof tones)[number]

/** Sets `--c`, `--cs` and `--cd` (text, soft ground, dot) to a tone, for CSS modules to use. */
export const toneStyle = (tone: Tone) =>
  ({ '--c': `var(--${tone})`, '--cs': `var(--${tone}-soft)`, '--cd': `var(--${tone}-dot)` }) as CSSProperties

const forNames: readonly Tone[] = ['blue', 'teal', 'violet', 'amber', 'pink', 'green']

/** A tone that stays the same for the same name. */
export const toneOf = (name: string): Tone =>
  forNames[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % forNames.length]!
