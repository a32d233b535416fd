import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { shownValue } from '../jobs/rejected.ts'
import s from './values.module.css'

const texts = defineMessages({ empty: { en: 'empty', de: 'leer' } })

const useShown = () => {
  const t = useTexts(texts)
  return (value: unknown) => (shownValue(value) === '' ? t.empty() : shownValue(value))
}

/** A value that was rejected: told by its line as well as by its colour. */
export const Wrong = ({ value }: { value: unknown }) => <span className={s['wrong']}>{useShown()(value)}</span>

/** A value that will do. */
export const Right = ({ value }: { value: unknown }) => <span className={s['right']}>{useShown()(value)}</span>

/** A value and what becomes of it. */
export const ValueChange = ({ before, after, isRight }: { before: unknown; after: unknown; isRight: boolean }) => (
  <span className={s['change']}>
    <s>{useShown()(before)}</s>
    <IconArrowRight size={13} aria-hidden />
    {isRight ? <Right value={after} /> : <Wrong value={after} />}
  </span>
)
