import { memo } from 'react'
import { toneStyle, type Tone } from '@weft/kit/ui/tones.ts'
import { curve, type LinkLine } from './geometry.ts'
import s from './mapping-designer.module.css'

/**
 * 500 lines must scroll at 60 fps: all unlit lines of one colour are one path (measured without a GPU: one path per line
 * costs 117 ms a frame, one per colour 0.4 ms). Only the few lit lines are elements of their own.
 */
export const Lines = memo(function Lines({
  lines,
  ghost,
  hasFocus,
}: {
  lines: readonly LinkLine[]
  ghost?: string | undefined
  hasFocus: boolean
}) {
  const groups = new Map<string, { tone: Tone; clamped: boolean; path: string }>()
  for (const line of lines) {
    if (line.lit) continue
    const key = `${line.tone}${line.clamped}`
    const group = groups.get(key) ?? { tone: line.tone, clamped: line.clamped, path: '' }
    group.path += curve(...line.at)
    groups.set(key, group)
  }
  return (
    <svg className={s['lines']} data-focus={hasFocus || undefined} aria-hidden>
      {[...groups].map(([key, { tone, clamped, path }]) => (
        <path key={key} className={s['line']} style={toneStyle(tone)} data-clamped={clamped || undefined} d={path} />
      ))}
      {lines.map(
        (line) =>
          line.lit && (
            <path key={line.id} className={s['line']} data-on style={toneStyle(line.tone)} d={curve(...line.at)} />
          ),
      )}
      {ghost && <path d={ghost} stroke="var(--accent)" strokeWidth={2} strokeDasharray="5 4" />}
    </svg>
  )
})
