import type { Element, LimitLevel } from '@weft/kit/define/element.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  provider: {
    en: 'The element “{en}” is switched off by the provider, so the workflow does not start.',
    de: 'Das Element „{de}“ ist vom Anbieter abgeschaltet, daher startet der Workflow nicht.',
  },
  partner: {
    en: 'The element “{en}” is switched off by the partner, so the workflow does not start.',
    de: 'Das Element „{de}“ ist vom Partner abgeschaltet, daher startet der Workflow nicht.',
  },
  tenant: {
    en: 'The element “{en}” is switched off for this project, so the workflow does not start.',
    de: 'Das Element „{de}“ ist für dieses Projekt abgeschaltet, daher startet der Workflow nicht.',
  },
  plugins: {
    en: 'The element “{en}” belongs to a plugin, and plugins are switched off here, so the workflow does not start.',
    de: 'Das Element „{de}“ gehört zu einem Plugin, und Plugins sind hier abgeschaltet, daher startet der Workflow nicht.',
  },
  project: {
    en: 'The element “{en}” belongs to a plugin that this project does not use, so the workflow does not start.',
    de: 'Das Element „{de}“ gehört zu einem Plugin, das dieses Projekt nicht verwendet, daher startet der Workflow nicht.',
  },
})

/** Why a step cannot run although its element is there. */
export const disabledElements = (element: Element | undefined, key: string, level: LimitLevel): Message => {
  // Each language's text names the title in its own.
  return texts[level]({ en: key, de: key, ...element?.labels.title })
}
