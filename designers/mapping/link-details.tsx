import { ActionIcon } from '@mantine/core'
import { IconTrash, type Icon } from '@tabler/icons-react'
import type { MappingProblem } from '@weft/kit/define/mapping.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Link } from './edits.ts'
import s from './mapping-designer.module.css'
import { Palette } from './palette.tsx'
import { texts } from './texts.ts'

/** What is to know of a link. */
export function LinkDetails({
  link,
  from,
  to,
  sample,
  problems,
  readOnly,
  transformers,
  iconOf,
  onInsert,
  onRemove,
}: {
  link: Link
  /** The names of both ends. */
  from: string
  to: string
  /** What the first sample has there. */
  sample: string
  problems: readonly MappingProblem[]
  readOnly: boolean
  /** What can be put into the line. */
  transformers: readonly Transformer[]
  iconOf(name: string): Icon
  onInsert(transformer: Transformer): void
  onRemove(): void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const own = problems.filter(({ at }) => at.on === 'connection' && at.id === link.connection)
  return (
    <>
      <div>
        <div className={s['h']}>
          {t.connection()}
          <span>
            {!readOnly && (
              <ActionIcon size="xs" aria-label={t.remove()} onClick={onRemove}>
                <IconTrash size={14} />
              </ActionIcon>
            )}
          </span>
        </div>
        <dl className={s['facts']}>
          <div>
            <dt>{t.from()}</dt>
            <dd>{from}</dd>
          </div>
          <div>
            <dt>{t.to()}</dt>
            <dd>{to}</dd>
          </div>
          <div>
            <dt>{t.value()}</dt>
            <dd>{sample}</dd>
          </div>
        </dl>
      </div>
      <div>
        {own.map(({ message, severity, code }) => (
          <p key={code} className={s['wrong']} data-severity={severity}>
            {say(message, language)}
          </p>
        ))}
      </div>
      <div>
        {!readOnly && transformers.length > 0 && (
          <Palette label={t.insert()} transformers={transformers} iconOf={iconOf} onAdd={onInsert} />
        )}
      </div>
    </>
  )
}
