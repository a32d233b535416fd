import { flushSync } from 'react-dom'

const wrong = '[aria-invalid="true"], [data-wrong]'
const focusable =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable="true"], button:not(:disabled)'

/** Where a form begins that is sent from here: around a button or a field. */
const formAround = (from: Element | null): Element =>
  (from as HTMLButtonElement | null)?.form ??
  from?.closest('form, [role="dialog"], section, main') ??
  [...document.querySelectorAll('[role="dialog"], main')].at(-1) ??
  document.body

/** The place a form is sent from; to be asked for before its button is blocked and loses the focus. */
export const sentFrom = () => formAround(document.activeElement)

/**
 * Brings the first wrong field, as readers meet them on the page, into sight and focuses it; closed sections around it open. Where
 * nothing is wrong inside `form` itself, the nearest place around it counts: save bars stand outside of what they save.
 */
export function showFirstWrong(form: Element) {
  for (let place: Element | null = form; place; place = place.parentElement) {
    const found = place.querySelector<HTMLElement>(wrong)
    if (found) return bringIntoSight(found)
  }
}

/** What `mark` calls wrong stands on the page at once, and the first of it is shown. */
export function tellWrong(form: Element, mark: () => void) {
  flushSync(mark)
  showFirstWrong(form)
}

function bringIntoSight(field: HTMLElement) {
  for (let section = field.closest('details'); section; section = section.parentElement?.closest('details') ?? null)
    section.open = true
  const target = field.matches(focusable) ? field : (field.querySelector<HTMLElement>(focusable) ?? field)
  field.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
}
