import { answerChannel } from '@weft/engine/waiting/answers.server.ts'
import { listen, type Listener } from '@weft/kit/database/listen.server.ts'
import { announcement } from '@weft/kit/realtime/events.ts'
import { channel } from '@weft/kit/realtime/publish.server.ts'
import type { z } from 'zod'

type Hearer = {
  /** What is announced to browsers; the end of a job is among it. */
  silent?(said: z.output<typeof announcement>): void
  /** The caller of the webhook that started a job has an answer. */
  answered?(job_id: string): void
  /** The session stands, again or for the first time: what was said before was not heard. */
  opened?(): void
}

export type Announcements = {
  /** Hears all that is said until the answered function is called. */
  hear(hearer: Hearer): () => void
  close(): Promise<void>
}

/** What all processes are told through PostgreSQL, heard by one session of this one, from when somebody wants to. */
export function openAnnouncements(url: string): Announcements {
  const hearers = new Set<Hearer>()
  let listener: Listener | undefined

  function silent(payload: string) {
    const said = announcement.parse(JSON.parse(payload))
    for (const hearer of hearers) hearer.silent?.(said)
  }
  function answered(job_id: string) {
    for (const hearer of hearers) hearer.answered?.(job_id)
  }
  function opened() {
    for (const hearer of hearers) hearer.opened?.()
  }

  return {
    hear(hearer) {
      hearers.add(hearer)
      listener ??= listen(url, { [channel]: silent, [answerChannel]: answered }, { opened })
      return () => void hearers.delete(hearer)
    },
    close: async () => listener?.stop(),
  }
}
