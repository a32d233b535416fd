import type { IntegrationDraft } from '@weft/kit/integrations/draft.ts'
import type { Draft } from '../api.ts'

export type Change = { step?: Draft['step']; connection_id?: string | null; connector?: string }
/** Whether what is seen here is kept: by the last answer, and with nothing on its way. */
export type Keeping = 'saving' | 'saved' | 'failed'

type Ways = {
  current(): Draft
  put(draft: Draft): void
  send(change: Change & { data: IntegrationDraft }): Promise<Draft>
  tell(keeping: Keeping): void
}

/** Keeps a draft with the server, one request after another, so that none overtakes one that knows more. */
export function draftKeeper({ current, put, send, tell }: Ways) {
  let last: Promise<unknown> = Promise.resolve()
  return async (change: Change = {}): Promise<Draft> => {
    const turn = last.then(async () => {
      const sent = current()
      const answer = await send({ ...change, data: sent.data })
      put(answered(current(), sent, answer))
      return current()
    })
    // Whoever waits for their turn comes after a failure as well: they send all there is.
    const over = turn.then(
      () => 'saved' as const,
      () => 'failed' as const,
    )
    last = over
    tell('saving')
    const outcome = await over
    if (last === over) tell(outcome)
    return turn
  }
}

/** An answer to what was sent: what has changed here since then stays, and is sent with the next request. */
const answered = (now: Draft, sent: Draft, answer: Draft): Draft => ({
  ...changedSince(now, sent, answer),
  data: changedSince(now.data, sent.data, answer.data),
})

function changedSince<T extends object>(now: T, sent: T, answer: T): T {
  const changed = Object.entries(now).filter(([name, value]) => value !== sent[name as keyof T])
  return { ...answer, ...Object.fromEntries(changed) }
}
