import { Menu } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { areasOf, useSession, type Area } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { areaTexts, menuOf } from './menu.ts'
import s from './shell.module.css'

const texts = defineMessages({ areas: { en: 'Area', de: 'Bereich' } })

/** The area whose menu holds the current route's name, or the one the address begins with, or the one last used. */
export function useActiveArea(): Area {
  const kept = useSession((session) => session.area)
  const current = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  return current?.area ?? kept
}

/** The areas somebody may enter, behind the tile of the one they are in; nothing for whoever has one. */
export function AreaSelector() {
  const t = useTexts(texts)
  const names = useTexts(areaTexts)
  const area = useActiveArea()
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const now = menuOf(area)
  const areas = user ? areasOf(user.kind) : []
  if (areas.length < 2) return null
  return (
    <Menu position="bottom-start" width={276}>
      <Menu.Target>
        <button type="button" className={s['area']} aria-label={`${t.areas()}: ${names[area]()}`}>
          <span className={s['tile']} style={toneStyle(now.tone)}>
            <now.icon size={16} stroke={1.8} />
          </span>
          <IconChevronDown size={13} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.areas()}</Menu.Label>
        {areas.map((one) => {
          const { icon: Icon, tone, home } = menuOf(one)
          return (
            <Menu.Item
              key={one}
              onClick={() => void navigate({ to: home })}
              leftSection={
                <span className={s['tile']} style={toneStyle(tone)}>
                  <Icon size={16} stroke={1.8} />
                </span>
              }
              rightSection={one === area ? <IconCheck size={14} /> : undefined}
            >
              <span className={s['areaName']}>{names[one]()}</span>
              <span className={s['areaNote']}>{names[`${one}Note`]()}</span>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
