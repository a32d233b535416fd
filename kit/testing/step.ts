import type { Step } from '../define/element.ts'
import type { DataRecord } from '../define/record.ts'
import type { StepContext } from '../define/step-context.ts'
import { say, type Message } from '../messages/messages.ts'

export type TestStep<S> = Step<S> & { lines: string[] }

/** A step as the engine would give it to an element, with only the part of its context a test is about. */
export function aStep<S>(
  settings: S,
  context: Partial<StepContext> = {},
  more: { parameters?: DataRecord; signal?: AbortSignal; now?: Date } = {},
): TestStep<S> {
  const lines: string[] = []
  return {
    id: 'step',
    settings,
    job: {
      id: 'job',
      attempt: 1,
      tenant_id: 'tenant',
      project_id: 'project',
      workflow_id: 'workflow',
      parameters: more.parameters ?? {},
    },
    now: more.now ?? new Date('2026-11-21T10:00:00Z'),
    context: new Proxy(context as StepContext, {
      get: (known, name) => (name in known ? known[name as keyof StepContext] : refuse(String(name))),
    }),
    log: (level, message) =>
      lines.push(`${level}: ${typeof message === 'string' ? message : say(message as Message, 'en')}`),
    signal: more.signal ?? new AbortController().signal,
    lines,
  }
}

function refuse(name: string): never {
  throw new Error(`This test gives no context.${name}`)
}

/** Records as an input port in batches. */
export const input = (records: DataRecord[], size = 3) =>
  async function* () {
    for (let i = 0; i < records.length; i += size) yield records.slice(i, i + size)
  }

/** What came out, by exit. */
export async function exitsFrom(
  outcome: AsyncIterable<{ exit: string; records: DataRecord[] }>,
): Promise<Record<string, DataRecord[]>> {
  const exits: Record<string, DataRecord[]> = {}
  for await (const { exit, records } of outcome) (exits[exit] ??= []).push(...records)
  return exits
}
