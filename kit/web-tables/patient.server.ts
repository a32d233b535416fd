import type { HttpAnswer, HttpRequest, StepContext } from '../define/step-context.ts'
import { rest } from '../process/rest.server.ts'

const tries = 4
const longest_ms = 120_000

/**
 * Sends what may act twice where its answer is lost: repeated is only what says that it was not taken up, after the time it names.
 */
export async function sendPatiently(request: StepContext['http'], given: HttpRequest): Promise<HttpAnswer> {
  // These are repeated anyway.
  if (given.key !== undefined || ['GET', 'PUT', 'DELETE'].includes(given.method)) return request(given)
  for (let attempt = 1; ; attempt++) {
    const answer = await request(given)
    const wait = answer.status === 429 ? waitIn(answer.headers['retry-after'], attempt) : undefined
    if (wait === undefined || wait > longest_ms || attempt >= tries) return answer
    await rest(wait, given.signal)
  }
}

function waitIn(header: string | undefined, attempt: number): number {
  if (header !== undefined && /^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000
  const date = Date.parse(header ?? '')
  return Number.isNaN(date) ? 500 * 2 ** (attempt - 1) : Math.max(0, date - Date.now())
}
