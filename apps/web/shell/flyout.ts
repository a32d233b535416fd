import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { createStore, useStore } from 'zustand'

/** Which icon of the minimised menu shows what it stands for. */
const store = createStore<{ out?: string | undefined }>(() => ({}))

/** How long the pointer rests on an icon before the first flyout slides out, and is away before it goes. */
const rest = 500
let waiting: { timer: ReturnType<typeof setTimeout>; out: string | undefined } | undefined

function show(out: string | undefined) {
  clearTimeout(waiting?.timer)
  waiting = undefined
  if (store.getState().out !== out) store.setState({ out })
}
function showLater(out: string | undefined) {
  if (waiting && waiting.out === out) return
  clearTimeout(waiting?.timer)
  waiting = { out, timer: setTimeout(() => show(out), rest) }
}

/** The minimised menu as a whole: away from it, or with a press beside it, the flyout goes. */
export function useFlyouts(rail: boolean) {
  useEffect(() => {
    if (!rail) return
    // Heard on the document: what stood under the pointer may just have been taken away, and then nothing tells of having been left.
    const listeners = { pointerover: follow, pointerdown: press }
    for (const [name, listen] of Object.entries(listeners)) document.addEventListener(name, listen as EventListener)
    return () => {
      for (const [name, listen] of Object.entries(listeners))
        document.removeEventListener(name, listen as EventListener)
      show(undefined)
    }
  }, [rail])
  return rail ? { 'data-flyouts': true, onKeyDown: moveByArrows } : {}
}

function follow({ target, pointerType }: PointerEvent) {
  if (pointerType !== 'mouse' || !(target instanceof Element)) return
  const { out } = store.getState()
  const id = target.closest<HTMLElement>('[data-item]')?.dataset['item']
  if (id && out === undefined) showLater(id)
  else if (id) show(id)
  // Where the keyboard has opened it, a pointer that happens to pass by does not close it.
  else if (!target.closest('[data-flyouts]') && !document.querySelector('[data-item] :focus-visible'))
    showLater(undefined)
}

function press({ target }: PointerEvent) {
  if (!(target instanceof Element && target.closest('[data-flyouts]'))) show(undefined)
}

/** One icon of it: shown by the pointer, by the focus and by a press. */
export function useFlyout(id: string) {
  const isOut = useStore(store, ({ out }) => out === id)
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // Beside its icon, and no further down than the window has room.
  useLayoutEffect(() => {
    const flyout = box.current
    if (!isOut || !flyout) return
    const { y } = flyout.parentElement!.getBoundingClientRect()
    setTop(Math.max(8, Math.min(y - 5, innerHeight - flyout.offsetHeight - 8)))
  }, [isOut])
  return {
    isOut,
    item: {
      'data-item': id,
      onFocus: () => show(id),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        const stays = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!stays && !currentTarget.matches(':hover')) show(undefined)
      },
      onClick: () => show(id),
    },
    flyout: {
      ref: box,
      style: { top },
      // Somebody has gone where they wanted.
      onClick: (event: MouseEvent) => {
        event.stopPropagation()
        if (event.detail > 0) show(undefined)
      },
    },
  }
}

/** Up and down from icon to icon, or from page to page; right into the flyout, left and Escape back to its icon. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const { target, key, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return
  const flyout = target.closest('[data-flyout]')
  const item = target.closest('[data-item]')
  const icon = item?.querySelector<HTMLElement>(':scope > a, :scope > button')
  const within = (root: ParentNode, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
  const list = flyout ? within(flyout, 'ul a') : within(event.currentTarget, '[data-item] > a')
  const at = list.indexOf(target)
  const to = {
    ArrowDown: list[at + 1],
    ArrowUp: list[at - 1],
    Home: list[0],
    End: list.at(-1),
    ArrowRight: flyout ? undefined : (item?.querySelector<HTMLElement>('[data-flyout] ul a') ?? undefined),
    ArrowLeft: flyout ? icon : undefined,
    Escape: flyout ? icon : undefined,
  }[key]
  if (!to && !(key === 'Escape' && item)) return
  event.preventDefault()
  to?.focus()
  if (key === 'Escape') show(undefined)
}
