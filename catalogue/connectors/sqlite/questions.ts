import type { Message } from '@weft/kit/messages/messages.ts'

/** What the process that reads a file is asked; what comes in batches is asked for one by one, by the number of its list. */
export type Call = {
  of: 'open' | 'discover' | 'describe' | 'latest' | 'lookup' | 'read' | 'query' | 'next' | 'stop'
  with: readonly unknown[]
}
export type Question = Call & { question: number }
export type Answer = {
  question: number
  value?: unknown
  failure?: { status: number; code: string; say: Message } | undefined
}
