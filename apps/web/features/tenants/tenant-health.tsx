import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'

export const healths = ['failing', 'strained', 'healthy', 'idle'] as const
export type Health = (typeof healths)[number]

export const healthTexts = defineMessages({
  failing: { en: 'Failing', de: 'Gestört' },
  strained: { en: 'Strained', de: 'Auffällig' },
  healthy: { en: 'Healthy', de: 'Gesund' },
  idle: { en: 'Idle', de: 'Ruht' },
})

const tones: Record<Health, Tone> = { failing: 'red', strained: 'amber', healthy: 'green', idle: 'slate' }

/** How a tenant is doing, as a dot and a word. */
export function TenantHealth({ health }: { health: Health }) {
  const t = useTexts(healthTexts)
  return <StatusDot tone={tones[health]}>{t[health]()}</StatusDot>
}
