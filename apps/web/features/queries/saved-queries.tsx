import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './query-editor.module.css'

const texts = defineMessages({
  saved: { en: 'Saved queries', de: 'Gespeicherte Abfragen' },
  none: { en: 'None yet. Ctrl+S saves the one in front.', de: 'Noch keine. Strg+S speichert die vordere.' },
  actions: { en: 'Actions for {name}', de: 'Aktionen für {name}' },
  rename: { en: 'Rename', de: 'Umbenennen' },
  duplicate: { en: 'Duplicate', de: 'Duplizieren' },
  remove: { en: 'Delete', de: 'Löschen' },
})

export type SavedQuery = ListRow<'/queries'>
type Props = {
  saved: readonly SavedQuery[]
  inFront: string | null
  onOpen: (query: SavedQuery) => void
  onRename: (query: SavedQuery) => void
  onDuplicate: (query: SavedQuery) => void
  onRemove: (query: SavedQuery) => void
}

/** What the project keeps by name. */
export function SavedQueries({ saved, inFront, onOpen, onRename, onDuplicate, onRemove }: Props) {
  const t = useTexts(texts)
  return (
    <nav className={s['saved']} aria-label={t.saved()}>
      <h2 className={s['heading']}>{t.saved()}</h2>
      {saved.length === 0 && <p className="muted">{t.none()}</p>}
      <ul>
        {saved.map((query) => (
          <li key={query.id} className={s['savedQuery']} data-current={query.id === inFront || undefined}>
            <UnstyledButton
              title={query.description}
              aria-current={query.id === inFront || undefined}
              onClick={() => onOpen(query)}
            >
              {query.name}
            </UnstyledButton>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size={24} aria-label={t.actions({ name: query.name })}>
                  <IconDots size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => onRename(query)}>{t.rename()}</Menu.Item>
                <Menu.Item onClick={() => onDuplicate(query)}>{t.duplicate()}</Menu.Item>
                <Menu.Item color="red" onClick={() => onRemove(query)}>
                  {t.remove()}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
    </nav>
  )
}
