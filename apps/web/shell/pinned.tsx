import { ActionIcon, Menu } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowDown, IconArrowUp, IconDots, IconStarOff } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { usePins, type Pin } from './pins.ts'
import s from './shell.module.css'
import { WithFlyout } from './with-flyout.tsx'

const texts = defineMessages({
  pinned: { en: 'Pinned', de: 'Angeheftet' },
  change: { en: 'Change {name}', de: '{name} ändern' },
  up: { en: 'Move up', de: 'Nach oben' },
  down: { en: 'Move down', de: 'Nach unten' },
  unpin: { en: 'Unpin', de: 'Lösen' },
  moved: { en: '{name} is now at {place} of {count}', de: '{name} steht jetzt an Stelle {place} von {count}' },
})

/** What somebody has pinned, above the sections: in the order they drag it to, or move it with Alt and the arrows. */
export function Pinned({ rail }: { rail: boolean }) {
  const t = useTexts(texts)
  const read = useLabel()
  const { pins, unpin, move } = usePins()
  const here = useRouterState({ select: (state) => state.location.pathname })
  const [dragged, setDragged] = useState<Pin>()
  const [over, setOver] = useState<string>()
  const [said, setSaid] = useState('')
  if (pins.length === 0) return null
  const nameOf = ({ page: { title }, route }: Pin) =>
    !title ? read(route.title) : /:\w+$/.test(route.path) ? title : `${title} – ${read(route.title)}`
  const put = (pin: Pin, at: number) => {
    const target = pins[at]
    if (!target || target === pin) return
    move(pin.page, target.page)
    setSaid(t.moved({ name: nameOf(pin), place: at + 1, count: pins.length }))
  }
  const keys = (event: KeyboardEvent, pin: Pin, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    put(pin, event.key === 'ArrowUp' ? at - 1 : at + 1)
  }
  return (
    <section className={s['pinned']} aria-label={t.pinned()}>
      <div className={s['group']} aria-hidden>
        <span className={s['text']}>{t.pinned()}</span>
      </div>
      <ul>
        {pins.map((pin, at) => {
          const { page, icon: Icon } = pin
          const name = nameOf(pin)
          const link = (
            <Link
              to={page.path}
              className={s['link']}
              title={rail ? undefined : name}
              draggable={false}
              data-on={page.path === here || undefined}
              aria-current={page.path === here ? 'page' : undefined}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              activeProps={{}}
              activeOptions={{ exact: true }}
              onKeyDown={(event) => keys(event, pin, at)}
            >
              <Icon size={16} stroke={1.7} aria-hidden />
              <span className={s['text']}>{name}</span>
            </Link>
          )
          if (rail) return <WithFlyout key={page.path} id={page.path} name={name} to={page.path} icon={link} />
          return (
            <li
              key={page.path}
              className={s['pin']}
              data-over={(over === page.path && dragged !== pin) || undefined}
              draggable
              onDragStart={({ dataTransfer }) => {
                dataTransfer.effectAllowed = 'move'
                setDragged(pin)
              }}
              onDragOver={(event) => {
                if (!dragged) return
                event.preventDefault()
                setOver(page.path)
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged) put(dragged, at)
              }}
              onDragEnd={() => {
                setDragged(undefined)
                setOver(undefined)
              }}
            >
              {link}
              <Menu position="bottom-end" width={160}>
                <Menu.Target>
                  <ActionIcon size="xs" className={s['pinMenu']} aria-label={t.change({ name })}>
                    <IconDots size={15} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    leftSection={<IconArrowUp size={14} />}
                    disabled={at === 0}
                    onClick={() => put(pin, at - 1)}
                  >
                    {t.up()}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconArrowDown size={14} />}
                    disabled={at === pins.length - 1}
                    onClick={() => put(pin, at + 1)}
                  >
                    {t.down()}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconStarOff size={14} />} onClick={() => unpin(page.path)}>
                    {t.unpin()}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </li>
          )
        })}
      </ul>
      <span className="sr" role="status">
        {said}
      </span>
    </section>
  )
}
