import { ActionIcon, Tooltip } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { session } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { routeNamed } from '../routes/addresses.ts'
import { neededBy } from './page-scope.ts'
import { usePins } from './pins.ts'

const texts = defineMessages({
  pin: { en: 'Pin to the menu', de: 'An das Menü heften' },
  unpin: { en: 'Unpin from the menu', de: 'Vom Menü lösen' },
})

/** Beside the breadcrumb: pins the page to the menu and takes it off. `record`: what the record it is about is called. */
export function PinButton({ record }: { record: string | undefined }) {
  const t = useTexts(texts)
  const { isKnown, isPinned, pin, unpin } = usePins()
  const match = useMatches({ select: (matches) => matches.at(-1)! })
  const path = match.pathname.replace(/(.)\/$/, '$1')
  const route = routeNamed(match.staticData.name ?? '')
  if (!route?.screen || route.name === 'accessDenied') return null
  const isOn = isPinned(path)
  const add = () => {
    const needed = neededBy(route)
    const owner_id = needed && session.get()[needed]?.id
    pin(
      route.path.includes(':')
        ? { path, ...(record && { title: record.slice(0, 191) }), ...(owner_id && { owner_id }) }
        : { path },
    )
  }
  const Icon = isOn ? IconStarFilled : IconStar
  const label = isOn ? t.unpin() : t.pin()
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="xs"
        aria-label={t.pin()}
        aria-pressed={isOn}
        disabled={!isKnown}
        data-pinned={isOn || undefined}
        onClick={() => (isOn ? unpin(path) : add())}
      >
        <Icon size={15} />
      </ActionIcon>
    </Tooltip>
  )
}
