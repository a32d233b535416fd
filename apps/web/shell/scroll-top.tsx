import { ActionIcon } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useState, type RefObject } from 'react'
import s from './shell.module.css'

const texts = defineMessages({ top: { en: 'To the top', de: 'Nach oben' } })

/** How far a page is scrolled before the way back to its top is offered. */
const offset = 300

export function ScrollTop({ of }: { of: RefObject<HTMLElement | null> }) {
  const t = useTexts(texts)
  const [isFar, setFar] = useState(false)
  useEffect(() => {
    const element = of.current
    const scrolled = () => setFar((element?.scrollTop ?? 0) > offset)
    element?.addEventListener('scroll', scrolled, { passive: true })
    return () => element?.removeEventListener('scroll', scrolled)
  }, [of])
  if (!isFar) return null
  return (
    <ActionIcon
      className={s['toTop']}
      variant="default"
      size="lg"
      aria-label={t.top()}
      onClick={() => of.current?.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <IconArrowUp size={17} />
    </ActionIcon>
  )
}
