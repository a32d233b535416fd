import { useLayoutEffect, useRef } from 'react'

/** Where the focus was last, and the buttons of the menus it was in: an entry of a menu is gone once it was chosen. */
let trail: HTMLElement[] = []

/** Stands once for the whole page. */
export function watchFocus() {
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) trail = trailOf(target)
  }
  document.addEventListener('focusin', note)
  return () => document.removeEventListener('focusin', note)
}

function trailOf(element: HTMLElement): HTMLElement[] {
  const menu = element.closest('[role="menu"]')
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  return button && button !== element ? [element, ...trailOf(button)] : [element]
}

/** What lies over the page now, the topmost last. */
const layers: object[] = []

/**
 * For what lies over the page: once it closes, the focus goes back to what opened it. Answers how it closes: only the topmost does, so
 * one Escape does not leave what lies below as well.
 */
export function useOverlay(opened: boolean, onClose: () => void) {
  const layer = useRef({})
  useLayoutEffect(() => {
    if (!opened) return
    const openers = trail
    const own = layer.current
    layers.push(own)
    return () => {
      const left = document.activeElement
      // Not before everybody has heard of the key that closed it.
      setTimeout(() => layers.splice(layers.indexOf(own), 1))
      setTimeout(() => giveBack(openers, left), 20)
    }
  }, [opened])
  return () => {
    if (layers.at(-1) === layer.current) onClose()
  }
}

/** Nobody is torn away from where they went meanwhile. */
function giveBack(openers: HTMLElement[], left: Element | null) {
  const now = document.activeElement
  if (now !== null && now !== document.body && now !== left) return
  const opener = openers.find((element) => element.isConnected && element.checkVisibility())
  if (!opener) return
  opener.focus({ preventScroll: true })
  if (document.activeElement === opener || !opener.matches(':disabled')) return
  // A button is blocked while what it asked for is under way.
  const watching = new MutationObserver(() => {
    if (opener.matches(':disabled')) return
    watching.disconnect()
    if (document.activeElement === document.body) opener.focus({ preventScroll: true })
  })
  watching.observe(opener, { attributeFilter: ['disabled'] })
}
