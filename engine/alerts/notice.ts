import { say, type Language } from '@weft/kit/messages/messages.ts'
import { alertWords, alertPage, type Alert } from './alert.ts'

/** A row of alerts, as the database gives it. */
export type StoredAlert = Omit<Alert, 'since'> & { id: string; began_at: string; ended_at: string | null }

/** What is said of an alert in a language, to the provider's people or a tenant's: that it began, or that it is over. */
export function notice(
  { id, kind, name, detail, began_at, ended_at }: StoredAlert,
  language: Language,
  to: 'admin' | 'client',
) {
  const words = alertWords(kind, name)
  const link = to === 'admin' ? alertPage(kind) : '/analysis/queues'
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const since = `${time.format(new Date(ended_at ?? began_at))} UTC`
  if (ended_at !== null)
    return {
      key: `alert:${id}:over`,
      level: 'success' as const,
      title: say(words.over, language),
      text: '',
      since,
      link,
    }
  const text = [say(words.text, language), detail].filter(Boolean).join('\n\n')
  return { key: `alert:${id}:begun`, level: 'error' as const, title: say(words.title, language), text, since, link }
}
