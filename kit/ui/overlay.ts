import { useLayoutEffect, useRef } from 'react'

/** Where the focus was last, and the buttons of the menus it was in: an entry of a menu is gone once it was chosen. */
let trail: HTMLElement[] = []
/** What lies over the page now, the topmost last. */
const layers: { close: () => void }[] = []

/** Stands once for the whole page. */
export function watchOverlays() {
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) trail = trailOf(target)
  }
  const escape = ({ key, isComposing, target }: KeyboardEvent) => {
    // An open list of choices inside is left first.
    const isInside = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
    if (key === 'Escape' && !isComposing && !isInside) layers.at(-1)?.close()
  }
  document.addEventListener('focusin', note)
  window.addEventListener('keydown', escape, true)
  return () => {
    document.removeEventListener('focusin', note)
    window.removeEventListener('keydown', escape, true)
  }
}

function trailOf(element: HTMLElement): HTMLElement[] {
  const menu = element.closest('[role="menu"]')
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  return button && button !== element ? [element, ...trailOf(button)] : [element]
}

/**
 * For what lies over the page: Escape leaves the topmost alone, and once something closes, the focus goes back to what opened it.
 * Mantine's own would close what lies below as well, and knows no opener of what is there only while it is open.
 */
export function useOverlay(opened: boolean, onClose: () => void) {
  const layer = useRef({ close: onClose })
  layer.current.close = onClose
  useLayoutEffect(() => {
    if (!opened) return
    const openers = trail
    const own = layer.current
    layers.push(own)
    return () => {
      layers.splice(layers.indexOf(own), 1)
      const left = document.activeElement
      setTimeout(() => giveBack(openers, left), 20)
    }
  }, [opened])
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
