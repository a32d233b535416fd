import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { elementGroups } from '@weft/kit/define/element.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { useMemo, useState } from 'react'
import { draggedElement } from './canvas/canvas.tsx'
import { ElementIcon } from './element-icon.tsx'
import { groupTones, type Catalogue } from './elements.ts'
import s from './palette.module.css'
import { groupTexts, texts } from './texts.ts'

/** The elements by group, found by name or help, to drag onto the canvas or to click. */
export function Palette({ catalogue, onAdd }: { catalogue: Catalogue; onAdd(element: string): void }) {
  const t = useTexts(texts)
  const groupNames = useTexts(groupTexts)
  const language = useLanguage()
  const [wanted, setWanted] = useState('')

  const groups = useMemo(() => {
    const words = wanted.trim().toLowerCase()
    const fits = [...catalogue.values()].filter(({ key, labels }) =>
      `${labels.title[language]} ${labels.help[language]} ${key}`.toLowerCase().includes(words),
    )
    return elementGroups
      .map((group) => ({ group, elements: fits.filter((element) => element.group === group) }))
      .filter(({ elements }) => elements.length > 0)
  }, [catalogue, wanted, language])

  return (
    <aside className={s['palette']} aria-label={t.palette()}>
      <div className={s['search']}>
        <TextInput
          aria-label={t.findStep()}
          placeholder={t.findStep()}
          value={wanted}
          leftSection={<IconSearch size={14} />}
          onChange={(event) => setWanted(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = groups[0]?.elements[0]
            if (event.key === 'Enter' && first) onAdd(first.key)
          }}
        />
      </div>
      <div className={s['list']}>
        {groups.map(({ group, elements }) => (
          <section key={group} aria-label={groupNames[group]()}>
            <h2 className={s['group']}>{groupNames[group]()}</h2>
            {elements.map((element) => (
              <button
                key={element.key}
                type="button"
                className={s['item']}
                title={element.labels.help[language]}
                draggable
                onClick={() => onAdd(element.key)}
                onDragStart={(event) => {
                  event.dataTransfer.setData(draggedElement, element.key)
                  event.dataTransfer.effectAllowed = 'copy'
                }}
              >
                <span className={s['tile']} style={toneStyle(groupTones[group])}>
                  <ElementIcon name={element.icon} size={14} />
                </span>
                <span className={s['title']}>{element.labels.title[language]}</span>
              </button>
            ))}
          </section>
        ))}
        {groups.length === 0 && <p className={s['none']}>{t.nothingFound()}</p>}
      </div>
    </aside>
  )
}
