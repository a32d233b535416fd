import { parentPort, Worker } from 'node:worker_threads'
import type { Invoice } from './invoice.ts'

type Order = { id: number; invoice: Invoice; logo: Uint8Array | undefined }
type Answer = { id: number; bytes: Uint8Array } | { id: number; error: string }
export type PdfThread = { render(invoice: Invoice, logo?: Buffer): Promise<Buffer>; close(): Promise<void> }

/** Makes PDF files beside what else the process does: setting one takes tens of milliseconds in which nothing else would happen. */
export function openPdfThread(): PdfThread {
  const worker = new Worker(new URL(import.meta.url))
  const waiting = new Map<number, { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }>()
  let last = 0
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (answer: Answer) => {
    const { resolve, reject } = waiting.get(answer.id)!
    waiting.delete(answer.id)
    if ('bytes' in answer) resolve(Buffer.from(answer.bytes))
    else reject(new Error(answer.error))
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that makes PDF files has ended.')))
  return {
    render: (invoice, logo) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        worker.postMessage({ id: last, invoice, logo } satisfies Order)
      }),
    close: async () => void (await worker.terminate()),
  }
}

parentPort?.on('message', ({ id, invoice, logo }: Order) => {
  void import('./pdf.server.ts')
    .then(({ invoicePdf }) => invoicePdf(invoice, logo && Buffer.from(logo)))
    .then(
      (bytes) => ({ id, bytes }),
      (error: Error) => ({ id, error: error.message }),
    )
    .then((answer: Answer) => parentPort!.postMessage(answer))
})
