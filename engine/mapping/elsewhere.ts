import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import type { MappingRun } from './runner.ts'

const texts = defineMessages({ soon: { en: 'This value is being computed.', de: 'Dieser Wert wird berechnet.' } })

/** One use of a transformer whose code does not run here, and what came of it. */
export type RemoteCall = { key: string; options: unknown; inputs: unknown[] }
export type Computed = { value: unknown } | { refused: string }

/** What a record that has to wait for a value is rejected with, until it is mapped again. */
const soon: Message = texts.soon()
/** Values remembered; above it begins anew. */
const most = 50_000
/** A value may need another one first, and that one another; more deeply than this no mapping may be built. */
const rounds = 30

/**
 * Transformers that are computed elsewhere: they are pure, so what a batch asks for is computed all at once and remembered, and the
 * batch is mapped again until nothing is missing.
 */
export function openElsewhere(compute: (calls: RemoteCall[]) => Promise<Computed[]>) {
  const known = new Map<string, Computed>()
  const wanted = new Map<string, RemoteCall>()

  async function settle() {
    const asked = [...wanted]
    wanted.clear()
    const found = await compute(asked.map(([, call]) => call))
    if (known.size > most) known.clear()
    for (const [i, [id]] of asked.entries()) known.set(id, found[i]!)
  }

  async function until<T>(attempt: () => Promise<T>, waits: (result: T) => boolean): Promise<T> {
    let result = await attempt()
    for (let round = 0; round < rounds && waits(result); round++) {
      await settle()
      result = await attempt()
    }
    return result
  }

  return {
    apply(key: string, options: unknown, inputs: unknown[]): unknown {
      const id = JSON.stringify([key, options, inputs])
      const found = known.get(id)
      if (!found) {
        wanted.set(id, { key, options, inputs: JSON.parse(JSON.stringify(inputs)) as unknown[] })
        return refuse(soon)
      }
      return 'refused' in found ? refuse(quotedTexts(found.refused)) : found.value
    },
    /** The same mapping, waiting for what it needs. */
    around<R extends Pick<MappingRun, 'run'> & Partial<Pick<MappingRun, 'trace'>>>(run: R): R {
      return {
        ...run,
        fusing: undefined,
        run: (records, moment) =>
          until(
            () => run.run(records, moment),
            ({ rejected }) => rejected.some(({ reason }) => reason === soon),
          ),
        ...(run.trace && {
          trace: (records, moment) =>
            until(
              () => run.trace!(records, moment),
              (traces) => traces.some(({ rejected }) => rejected?.reason === soon),
            ),
        }),
      } as R
    },
  }
}
