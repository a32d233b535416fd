import { Button, Popover, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, type Icon } from '@tabler/icons-react'
import { transformerGroups, type Transformer } from '@weft/kit/define/transformer.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { useMemo, useState } from 'react'
import { groupTones } from './looks.ts'
import s from './mapping-designer.module.css'
import { texts } from './texts.ts'

/** Every transformer by group, with a search over names, help and keys in both languages. */
export function Palette({
  label,
  transformers,
  iconOf,
  onAdd,
}: {
  /** What is done with the one that is picked; added, unless said. */
  label?: string
  transformers: readonly Transformer[]
  iconOf(name: string): Icon
  onAdd(transformer: Transformer): void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const found = useMemo(() => search(transformers, query, language), [transformers, query, language])
  const add = (transformer: Transformer) => {
    onAdd(transformer)
    setOpen(false)
    setQuery('')
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={330} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={s['add']}
          leftSection={<IconPlus size={13} />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {label ?? t.add()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={s['palette']} aria-label={t.addTitle()}>
        <TextInput
          size="xs"
          data-autofocus
          aria-label={t.findTransformer()}
          placeholder={t.findTransformer()}
          leftSection={<IconSearch size={13} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0]) add(found[0])
          }}
        />
        <div className={s['paletteList']}>
          {transformerGroups.map((group) => {
            const members = found.filter((one) => one.group === group)
            return members.length === 0 ? null : (
              <Group key={group} name={t[`group_${group}`]()} members={members} iconOf={iconOf} onAdd={add} />
            )
          })}
          {found.length === 0 && <p className={s['none']}>{t.noMatch()}</p>}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Group({
  name,
  members,
  iconOf,
  onAdd,
}: {
  name: string
  members: Transformer[]
  iconOf(name: string): Icon
  onAdd(transformer: Transformer): void
}) {
  const language = useLanguage()
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      {members.map((transformer) => {
        const ItemIcon = iconOf(transformer.icon)
        return (
          <button
            key={transformer.key}
            type="button"
            className={s['paletteItem']}
            title={transformer.labels.help[language]}
            onClick={() => onAdd(transformer)}
          >
            <span className={s['tile']} style={toneStyle(groupTones[transformer.group])}>
              <ItemIcon size={15} stroke={1.8} />
            </span>
            <span>
              <b>{transformer.labels.title[language]}</b>
              <small>{transformer.labels.help[language]}</small>
            </span>
          </button>
        )
      })}
    </section>
  )
}

/** What matches a search; what is called so comes before what merely speaks of it. */
function search(transformers: readonly Transformer[], query: string, language: Language): readonly Transformer[] {
  const wanted = query.trim().toLowerCase()
  if (!wanted) return transformers
  const names = ({ key, labels }: Transformer) => [key, labels.title.en, labels.title.de]
  const isNamed = (one: Transformer) => names(one).some((name) => name.toLowerCase().includes(wanted))
  const matching = transformers.filter((one) =>
    [...names(one), one.labels.help[language]].join(' ').toLowerCase().includes(wanted),
  )
  return [...matching.filter(isNamed), ...matching.filter((one) => !isNamed(one))]
}
