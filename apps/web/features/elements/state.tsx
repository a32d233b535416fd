import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useLevel } from '../shared/level.ts'
import type { ListedElement } from './listed-element.ts'
import { texts } from './texts.ts'

/** What holds for an element at this level. */
export function State({
  element: { state, above, allowed, deprecated },
}: {
  element: Pick<ListedElement, 'state' | 'above' | 'allowed' | 'deprecated'>
}) {
  const t = useTexts(texts)
  const { kind } = useLevel()
  if (above) return <StatusDot tone="slate">{above === 'provider' ? t.offByProvider() : t.offByPartner()}</StatusDot>
  if (state === 'off') return <StatusDot tone="red">{t.off()}</StatusDot>
  if (state === 'assigned')
    return (
      <StatusDot tone="amber">
        {kind === 'client' ? t.projects({ count: allowed.length }) : t.tenants({ count: allowed.length })}
      </StatusDot>
    )
  return <StatusDot tone="green">{deprecated ? t.deprecated() : t.on()}</StatusDot>
}
