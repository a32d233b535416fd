import { ActionIcon, Button, Menu, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconCheck, IconLayoutRows, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { mostCounted } from '../../http/most-counted.ts'
import { defineMessages } from '../../messages/messages.ts'
import s from '../data-table.module.css'
import { useFormats } from '../format.ts'
import { useTexts } from '../texts.ts'
import type { TableProps } from './declared.ts'
import type { Looks } from './looks.ts'

const texts = defineMessages({
  columns: { en: 'Columns', de: 'Spalten' },
  density: { en: 'Row height', de: 'Zeilenhöhe' },
  reload: { en: 'Load again', de: 'Neu laden' },
  find: { en: 'Search', de: 'Suchen' },
  views: { en: 'Show', de: 'Anzeigen' },
})

/** Above the rows: search, one filter as buttons, what else a list brings, and how the table looks. */
export function Bar<T extends object>({
  list,
  find,
  views,
  tools,
  columns,
  looks,
  setLooks,
}: TableProps<T> & { looks: Looks; setLooks: (looks: Looks) => void }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const counted = (count: number) => (count >= mostCounted ? `${number(mostCounted)}+` : number(count))
  const box = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback((searchTerm: string) => list.set({ searchTerm }), 200)
  useHotkeys([['/', () => box.current?.focus()]])
  const placeholder = typeof find === 'string' ? find : t.find()
  const optional = columns.filter((column) => !column.fixed)
  const current = views && (list.filter[views.filter] ?? '')
  return (
    <div className={s['bar']}>
      {find && (
        <TextInput
          ref={box}
          w={views ? 200 : 264}
          aria-label={placeholder}
          placeholder={placeholder}
          defaultValue={list.searchTerm}
          leftSection={<IconSearch size={14} />}
          rightSection={<kbd className={s['slash']}>/</kbd>}
          onChange={(event) => search(event.currentTarget.value)}
        />
      )}
      {views && (
        <div className={s['views']} role="group" aria-label={t.views()}>
          {views.options.map(({ value, title, count }) => (
            <button
              key={value}
              type="button"
              className={s['view']}
              aria-pressed={current === value}
              onClick={() => list.set({ filter: { ...list.filter, [views.filter]: value } })}
            >
              {title}
              {count !== undefined && <span>{counted(count)}</span>}
            </button>
          ))}
        </div>
      )}
      <div className={s['tools']}>
        {tools}
        {optional.length > 1 && (
          <Menu closeOnItemClick={false} position="bottom-end" width={200}>
            <Menu.Target>
              <Button size="xs" variant="subtle" leftSection={<IconAdjustmentsHorizontal size={14} />}>
                {t.columns()}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {optional.map(({ key, title }) => {
                const hidden = looks.hidden.includes(key)
                return (
                  <Menu.Item
                    key={key}
                    role="menuitemcheckbox"
                    aria-checked={!hidden}
                    leftSection={<IconCheck size={14} style={{ visibility: hidden ? 'hidden' : undefined }} />}
                    onClick={() =>
                      setLooks({
                        ...looks,
                        hidden: hidden ? looks.hidden.filter((other) => other !== key) : [...looks.hidden, key],
                      })
                    }
                  >
                    {title}
                  </Menu.Item>
                )
              })}
            </Menu.Dropdown>
          </Menu>
        )}
        <Tooltip label={t.density()}>
          <ActionIcon
            className={s['density']!}
            aria-label={t.density()}
            aria-pressed={looks.compact}
            onClick={() => setLooks({ ...looks, compact: !looks.compact })}
          >
            <IconLayoutRows size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t.reload()}>
          <ActionIcon aria-label={t.reload()} onClick={list.reload}>
            <IconRefresh size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}
