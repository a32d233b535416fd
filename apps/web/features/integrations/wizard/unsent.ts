import type { IntegrationDraft } from '@weft/kit/integrations/draft.ts'

// What the server has not kept yet outlives a reload of this tab. Secrets are no part of it.
const keyOf = (id: string) => `integration draft ${id}`

export const rememberUnsent = (id: string, data: IntegrationDraft) =>
  sessionStorage.setItem(keyOf(id), JSON.stringify(data))

/** What has been changed meanwhile is still to be sent. */
export function forgetSent(id: string, sent: IntegrationDraft) {
  if (sessionStorage.getItem(keyOf(id)) === JSON.stringify(sent)) sessionStorage.removeItem(keyOf(id))
}

export const unsent = (id: string) => JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as IntegrationDraft | null
