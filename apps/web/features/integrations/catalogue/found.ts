import type { Connector } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useEffect, type RefObject } from 'react'
import type { ConnectorHere } from '../../connections/api.ts'

export const categoryTexts = defineMessages({
  database: { en: 'Databases', de: 'Datenbanken' },
  web: { en: 'Any address', de: 'Jede Adresse' },
  files: { en: 'Files and storage', de: 'Dateien und Speicher' },
  messaging: { en: 'Queues and topics', de: 'Warteschlangen und Topics' },
  mail: { en: 'Mail', de: 'E-Mail' },
  network: { en: 'Ways into networks', de: 'Wege in Netze' },
  business: { en: 'ERP and accounting', de: 'ERP und Buchhaltung' },
  directory: { en: 'Directories of people', de: 'Personenverzeichnisse' },
  platform: { en: 'Integration platforms', de: 'Integrationsplattformen' },
} satisfies Record<Connector['category'], object>)

/** By name, text, key and category; every word has to be somewhere. */
export function isFound({ key, title, help, plugin }: ConnectorHere, searched: string, category: string): boolean {
  const all = [key, title, help, plugin ?? '', category].join(' ').toLowerCase()
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** `/` leads into the search, wherever one is but in another field. */
export function useSlash(box: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        at.closest('input:not([type=radio]):not([type=checkbox]), textarea, [contenteditable]')
      )
        return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', lead)
    return () => document.removeEventListener('keydown', lead)
  }, [])
}
