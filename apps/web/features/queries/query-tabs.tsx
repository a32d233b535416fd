import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tabs } from './tabs.ts'
import s from './query-editor.module.css'

const texts = defineMessages({
  tabs: { en: 'Open queries', de: 'Offene Abfragen' },
  close: { en: 'Close {name}', de: '{name} schließen' },
  add: { en: 'New query', de: 'Neue Abfrage' },
  changed: { en: 'changed', de: 'geändert' },
})

type Props = {
  all: Tabs
  nameOf: (id: string) => string
  isChanged: (id: string) => boolean
  onChoose: (id: string) => void
  onClose: (id: string) => void
  onAdd: () => void
}

/** The queries somebody has open, each with what is written in it; Alt and a digit brings one to the front. */
export function QueryTabs({ all: { tabs, active }, nameOf, isChanged, onChoose, onClose, onAdd }: Props) {
  const t = useTexts(texts)
  return (
    <nav className={s['tabs']} aria-label={t.tabs()}>
      {tabs.map(({ id }, i) => (
        <span key={id} className={s['tab']} data-active={id === active || undefined}>
          <UnstyledButton
            aria-current={id === active ? 'page' : undefined}
            aria-keyshortcuts={i < 9 ? `Alt+${i + 1}` : undefined}
            onClick={() => onChoose(id)}
          >
            {isChanged(id) && <i role="img" aria-label={t.changed()} />}
            {nameOf(id)}
          </UnstyledButton>
          <ActionIcon size={24} aria-label={t.close({ name: nameOf(id) })} onClick={() => onClose(id)}>
            <IconX size={13} />
          </ActionIcon>
        </span>
      ))}
      <ActionIcon aria-label={t.add()} onClick={onAdd}>
        <IconPlus size={15} />
      </ActionIcon>
    </nav>
  )
}
