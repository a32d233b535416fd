import { isDeepStrictEqual } from 'node:util'
import type { PluginElement } from '@weft/kit/define/plugin.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { limits, type RunningPlugin } from './code.server.ts'
import { outcomeOf, pageOf } from './outcome.ts'

const texts = defineMessages({
  example: {
    en: 'Example {number} of {part} does not hold: it gives {given}',
    de: 'Beispiel {number} von {part} stimmt nicht: Es ergibt {given}',
  },
})

/** Opens all code of a plugin and tries its examples; throws what does not hold. Nothing outside can be asked meanwhile. */
export async function tryPlugin(
  { manifest, files }: Omit<RunningPlugin, 'settings'>,
  sandbox: StepContext['sandbox'],
): Promise<void> {
  const program = (entry: string) => sandbox.openFiles({ files, entry, memory_mb: limits.memory_mb, timeout_ms: 5_000 })
  for (const { code } of manifest.subscribers) await (await program(code)).close()
  for (const element of manifest.elements) {
    const { call, close } = await program(element.code)
    try {
      for (const [i, { settings, takes, gives }] of element.examples.entries()) {
        const asked = { settings, plugin: {}, parameters: {}, now: '2026-01-01T00:00:00.000Z' }
        const isReader = element.kind === 'source' || element.kind === 'trigger'
        const { exits } = isReader
          ? {
              exits: {
                [element.exits[0]!.key]: await pagesOf(element, takes, (record, cursor) =>
                  call(record, { ...asked, state: null, cursor }),
                ),
              },
            }
          : outcomeOf(element, takes, await call(takes, { ...asked, key: 'example' }))
        holds(element.key, i, exits, gives)
      }
    } finally {
      await close()
    }
  }
  for (const transformer of manifest.transformers) {
    const { call, close } = await program(transformer.code)
    try {
      for (const [i, { takes, options = {}, gives, refuses }] of transformer.examples.entries()) {
        const given = await call(takes, options).catch((error: Error) =>
          refuses !== undefined && error.message.includes(refuses) ? { refuses } : Promise.reject(error),
        )
        holds(transformer.key, i, given ?? null, refuses === undefined ? (gives ?? null) : { refuses })
      }
    } finally {
      await close()
    }
  }
}

/** All that a source gives for records, page by page; a hundred pages of an example are enough. */
async function pagesOf(
  element: PluginElement,
  takes: readonly DataRecord[],
  ask: (record: DataRecord, cursor: unknown) => Promise<unknown>,
): Promise<DataRecord[]> {
  const found: DataRecord[] = []
  for (const record of takes)
    for (let cursor: unknown = null, pages = 0; pages < 100; pages += 1) {
      const one = pageOf(element, await ask(record, cursor))
      found.push(...one.records)
      cursor = one.cursor
      if (cursor === null) break
    }
  return found
}

function holds(part: string, i: number, given: unknown, wanted: unknown) {
  if (!isDeepStrictEqual(given, wanted))
    throw new Invalid(
      'PLUGIN_EXAMPLE',
      texts.example({ number: i + 1, part, given: (JSON.stringify(given) ?? 'undefined').slice(0, 300) }),
    )
}
