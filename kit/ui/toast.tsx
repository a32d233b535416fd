import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useRef, type CSSProperties } from 'react'
import { defineMessages } from '../messages/messages.ts'
import { currentLanguage } from './language.ts'
import { createStore, useStore } from 'zustand'
import { textsIn, useTexts } from './texts.ts'
import s from './toast.module.css'

const texts = defineMessages({
  close: { en: 'Close message', de: 'Meldung schließen' },
  messages: { en: 'Messages', de: 'Meldungen' },
  saved: { en: 'Saved', de: 'Gespeichert' },
  deleted: { en: 'Deleted', de: 'Gelöscht' },
})

type ToastTone = 'green' | 'red' | 'amber' | 'blue'
export type Toast = {
  title: string
  message?: string | undefined
  tone?: ToastTone | undefined
  link?: { label: string; onClick(): void } | undefined
}
type Shown = Toast & { id: number }

const lifetime = 3_000
const store = createStore<{ shown: Shown[] }>(() => ({ shown: [] }))
let last = 0

/** Shows a message at the top end for three seconds; the same message twice at once is shown once. */
export function toast(message: Toast) {
  const { shown } = store.getState()
  if (shown.some((other) => other.title === message.title && other.message === message.message)) return
  store.setState({ shown: [...shown, { ...message, id: ++last }].slice(-3) })
}

/** Says that something of this name was saved. */
export const toastSaved = (name?: string) =>
  toast({ title: textsIn(texts, currentLanguage()).saved(), message: name, tone: 'green' })

/** Says that something of this name was deleted. */
export const toastDeleted = (name?: string) =>
  toast({ title: textsIn(texts, currentLanguage()).deleted(), message: name, tone: 'green' })

const close = (id: number) => store.setState({ shown: store.getState().shown.filter((other) => other.id !== id) })

/** Where toasts appear; stands once in every layout. A panel at the end of an editor says `data-end-panel` and keeps them beside it. */
export function Toaster() {
  const t = useTexts(texts)
  const shown = useStore(store, (value) => value.shown)
  return (
    <section className={s['place']} aria-label={t.messages()} aria-live="polite">
      {shown.map((message) => (
        <Card key={message.id} message={message} closeLabel={t.close()} />
      ))}
    </section>
  )
}

const icons = { green: IconCircleCheck, red: IconAlertTriangle, amber: IconAlertTriangle, blue: IconInfoCircle }

function Card({ message, closeLabel }: { message: Shown; closeLabel: string }) {
  const bar = useRef<HTMLElement>(null)
  const tone = message.tone ?? 'blue'
  const Icon = icons[tone]
  // The progress bar is the clock: pausing it (pointer or focus on one of the buttons) pauses the closing as well.
  useEffect(() => {
    const animation = bar.current!.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], {
      duration: lifetime,
      fill: 'forwards',
    })
    animation.onfinish = () => close(message.id)
    const card = bar.current!.parentElement!
    const pause = () => animation.pause()
    const play = () => animation.play()
    card.addEventListener('pointerenter', pause)
    card.addEventListener('pointerleave', play)
    card.addEventListener('focusin', pause)
    card.addEventListener('focusout', play)
    return () => {
      animation.onfinish = null
      animation.cancel()
    }
  }, [message.id])
  return (
    <div
      className={s['card']}
      role={tone === 'red' ? 'alert' : 'status'}
      style={{ '--c': `var(--${tone}-dot)` } as CSSProperties}
    >
      <Icon size={18} stroke={1.8} aria-hidden />
      <div className={s['words']}>
        <b>{message.title}</b>
        {message.message && <p>{message.message}</p>}
        {message.link && (
          <button type="button" className={s['link']} onClick={message.link.onClick}>
            {message.link.label}
          </button>
        )}
      </div>
      <button type="button" className={s['close']} aria-label={closeLabel} onClick={() => close(message.id)}>
        <IconX size={14} />
      </button>
      <i ref={bar} className={s['bar']} aria-hidden />
    </div>
  )
}
