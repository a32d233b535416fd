import { ActionIcon, Select } from '@mantine/core'
import { IconArrowRight, IconX } from '@tabler/icons-react'
import type { DataSetField } from '@weft/kit/define/data-set.ts'
import { arity, type Transformer } from '@weft/kit/define/transformer.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from '../data-set.module.css'

const texts = defineMessages({
  add: { en: 'Add transformer', de: 'Umwandlung hinzufügen' },
  remove: { en: 'Remove {name}', de: '{name} entfernen' },
  chain: { en: 'Transformers', de: 'Umwandlungen' },
})

type Chain = NonNullable<DataSetField['transformers']>

/** What is done to the value of a field, one after the other. */
export function TransformerChain({
  chain,
  transformers,
  error,
  readOnly,
  onChange,
}: {
  chain: Chain
  transformers: readonly Transformer[]
  error: (key: string) => string | undefined
  readOnly: boolean
  onChange: (chain: Chain) => void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const offered = transformers.filter((one) => arity(one).least <= 1 && arity(one).most >= 1 && !one.lookup)
  return (
    <div className={s['chain']} role="group" aria-label={t.chain()}>
      {chain.map(({ key, options }, i) => {
        const transformer = transformers.find((one) => one.key === key)
        const name = transformer?.labels.title[language] ?? key
        const problem = error(`transformers.${i}`) ?? error(`transformers.${i}.key`)
        return (
          <div key={i} className={s['link']}>
            <header>
              <IconArrowRight size={13} aria-hidden />
              <b>{name}</b>
              <ActionIcon size="xs" aria-label={t.remove({ name })} onClick={() => onChange(chain.toSpliced(i, 1))}>
                <IconX size={13} />
              </ActionIcon>
            </header>
            {transformer && Object.keys(transformer.options.shape).length > 0 && (
              <SettingsForm
                schema={transformer.options}
                labels={transformer.labels.fields}
                value={options}
                disabled={readOnly}
                paired
                onChange={(next) => onChange(chain.with(i, { key, options: next }))}
              />
            )}
            {problem && <p className={s['problem']}>{problem}</p>}
          </div>
        )
      })}
      <Select
        aria-label={t.add()}
        placeholder={t.add()}
        searchable
        size="xs"
        value={null}
        data={offered.map(({ key, labels }) => ({ value: key, label: labels.title[language] }))}
        onChange={(key) => key && onChange([...chain, { key, options: {} }])}
      />
    </div>
  )
}
