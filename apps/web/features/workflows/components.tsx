import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { exitName, groupTones } from '@weft/designers/workflow/elements.ts'
import { groupTexts } from '@weft/designers/workflow/texts.ts'
import { effectOf, elementGroups } from '@weft/kit/define/element.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge, Tile } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { NamedIcon } from '@weft/kit/ui/icon.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { useOffer } from './use-offer.ts'
import s from './workflows.module.css'

const texts = defineMessages({
  title: { en: 'Components', de: 'Komponenten' },
  subtitle: { en: '{count} elements workflows are made of.', de: '{count} Elemente, aus denen Workflows bestehen.' },
  find: { en: 'Find an element', de: 'Element suchen' },
  nothing: { en: 'No element matches', de: 'Kein Element passt' },
  exactlyOnce: { en: 'exactly once', de: 'genau einmal' },
  atLeastOnce: { en: 'at least once', de: 'mindestens einmal' },
})

/** Every element the project may use, with what it does. */
export function WorkflowComponentsScreen() {
  const t = useTexts(texts)
  const groups = useTexts(groupTexts)
  const language = useLanguage()
  const { elements, hidden } = useOffer()
  const all = elements.filter(({ key }) => !hidden.has(key))
  const [wanted, setWanted] = useState('')
  const words = wanted.trim().toLowerCase()
  const found = all.filter(({ key, labels }) =>
    `${key} ${labels.title[language]} ${labels.help[language]}`.toLowerCase().includes(words),
  )
  return (
    <Page
      title={t.title()}
      subtitle={t.subtitle({ count: all.length })}
      actions={
        <TextInput
          w={240}
          aria-label={t.find()}
          placeholder={t.find()}
          leftSection={<IconSearch size={14} />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      }
    >
      {found.length === 0 && <EmptyState icon={IconSearch} title={t.nothing()} />}
      {elementGroups.map((group) => {
        const members = found.filter((element) => element.group === group)
        if (members.length === 0) return null
        return (
          <section key={group} aria-label={groups[group]()}>
            <h2 className={s['group']}>{groups[group]()}</h2>
            <div className={s['cards']}>
              {members.map((element) => (
                <article key={element.key} className={s['card']}>
                  <Tile tone={groupTones[group]} size={30}>
                    <NamedIcon name={element.icon} size={17} />
                  </Tile>
                  <div>
                    <h3>{element.labels.title[language]}</h3>
                    <p>{element.labels.help[language]}</p>
                    <small>
                      <code className="mono">{element.key}</code>
                      {typeof element.exits !== 'function' && element.exits.length > 1 && (
                        <span>{element.exits.map((exit) => exitName(element, exit, language)).join(' / ')}</span>
                      )}
                      {element.effect && (
                        <Badge tone={effectOf(element, {}) === 'exactly_once' ? 'green' : 'amber'}>
                          {effectOf(element, {}) === 'exactly_once' ? t.exactlyOnce() : t.atLeastOnce()}
                        </Badge>
                      )}
                    </small>
                  </div>
                </article>
              ))}
            </div>
          </section>
        )
      })}
    </Page>
  )
}
