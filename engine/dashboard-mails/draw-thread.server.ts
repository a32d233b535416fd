import { parentPort, Worker } from 'node:worker_threads'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { dashboardBelow, dashboardHtml } from './dashboard-html.ts'

type Shown = Parameters<typeof dashboardHtml>[0]
type Drawn = { pdf: Uint8Array; below: ReturnType<typeof dashboardBelow> }
type Answer = { drawn: Drawn } | { error: string }

const patience = 120_000

/** A dashboard as PDF and for a mail, drawn and set in a thread of its own: nothing else waits for it, and what takes too long is ended. */
export async function drawDashboard(shown: Shown): Promise<Drawn> {
  const worker = new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 512 } })
  const { promise, resolve, reject } = Promise.withResolvers<Drawn>()
  const timer = setTimeout(() => reject(new Error('Drawing the dashboard took too long.')), patience)
  worker.on('message', (answer: Answer) =>
    'drawn' in answer ? resolve(answer.drawn) : reject(new Error(answer.error)),
  )
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('The thread that draws dashboards has ended.')))
  worker.postMessage(shown)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

async function drawn(shown: Shown): Promise<Drawn> {
  const [{ dashboardBelow, dashboardHtml }, { htmlToPdf }] = await Promise.all([
    import('./dashboard-html.ts'),
    import('../pdf/html-to-pdf.server.ts'),
  ])
  const pdf = await htmlToPdf(dashboardHtml(shown), { title: shown.label, language: shown.language satisfies Language })
  return { pdf, below: dashboardBelow(shown) }
}

parentPort?.on('message', (shown: Shown) => {
  void drawn(shown)
    .then(
      (drawn): Answer => ({ drawn }),
      (error: Error): Answer => ({ error: error.message }),
    )
    .then((answer) => parentPort!.postMessage(answer))
})
