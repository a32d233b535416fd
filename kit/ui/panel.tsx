import { ActionIcon } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { defineMessages } from '../messages/messages.ts'
import s from './panel.module.css'
import { useTexts } from './texts.ts'

const texts = defineMessages({
  collapse: { en: 'Collapse {title}', de: '{title} einklappen' },
  expand: { en: 'Expand {title}', de: '{title} ausklappen' },
})

type Props = {
  title: string
  note?: ReactNode
  actions?: ReactNode
  collapsible?: boolean
  initiallyCollapsed?: boolean
  bleed?: boolean
  children: ReactNode
}

/** A card with a heading; collapsed or expanded where asked for. */
export function Panel({ title, note, actions, collapsible, initiallyCollapsed = false, bleed, children }: Props) {
  const t = useTexts(texts)
  const [collapsed, setCollapsed] = useState(initiallyCollapsed)
  const id = useId()
  return (
    <section className={s['panel']} aria-labelledby={id} data-collapsed={collapsed || undefined}>
      <header className={s['head']}>
        <h2 id={id}>{title}</h2>
        {note && <span className={s['note']}>{note}</span>}
        <div className={s['actions']}>
          {actions}
          {collapsible && (
            <ActionIcon
              size="xs"
              aria-expanded={!collapsed}
              aria-label={collapsed ? t.expand({ title }) : t.collapse({ title })}
              onClick={() => setCollapsed(!collapsed)}
            >
              <IconChevronDown size={15} className={s['chevron']} />
            </ActionIcon>
          )}
        </div>
      </header>
      {!collapsed && (
        <div className={s['body']} data-bleed={bleed || undefined}>
          {children}
        </div>
      )}
    </section>
  )
}
