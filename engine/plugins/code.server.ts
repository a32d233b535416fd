import { isDeepStrictEqual } from 'node:util'
import { mayAsk, partKey, secretKeys, type PluginElement, type PluginManifest } from '@weft/kit/define/plugin.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { Body, Outcome, SinkBody, Step, TransformBody } from '@weft/kit/define/element.ts'
import type { HttpRequest, StepContext } from '@weft/kit/define/step-context.ts'
import { Forbidden, Invalid } from '@weft/kit/errors/errors.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { defineMessages, quotedTexts, say } from '@weft/kit/messages/messages.ts'
import { maskedError, maskerOf, type Mask } from '@weft/kit/secrets/mask.server.ts'
import { z } from 'zod'

const texts = defineMessages({
  host: {
    en: 'The plugin {plugin} has no permission to ask {host}.',
    de: 'Das Plugin {plugin} hat keine Berechtigung, {host} zu fragen.',
  },
  reading: {
    en: 'The element {element} only changes records: it may ask with GET, and not with {method}.',
    de: 'Das Element {element} verändert nur Datensätze: Es darf mit GET fragen, nicht mit {method}.',
  },
  outcome: {
    en: 'The element {element} gave back something that is no outcome: {problem}',
    de: 'Das Element {element} gab etwas zurück, das kein Ergebnis ist: {problem}',
  },
  example: {
    en: 'Example {number} of {part} does not hold: it gives {given}',
    de: 'Beispiel {number} von {part} stimmt nicht: Es ergibt {given}',
  },
})

/** A plugin as its code runs: what it declares, its files, and what was set for it. */
export type RunningPlugin = {
  manifest: PluginManifest
  files: Readonly<Record<string, string>>
  settings: Readonly<Record<string, unknown>>
}

const limits = { memory_mb: 128, timeout_ms: 30_000 }
/** What an answer of the outside may be; larger ones do not belong into an isolate. */
const longestAnswer = 2_000_000

const request = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z.string().max(4_000),
  headers: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
  body: z.string().max(5_000_000).optional(),
  key: z.string().max(200).optional(),
})
const note = z.strictObject({ level: z.enum(['debug', 'info', 'warning', 'error']), message: z.string().max(2_000) })

/** What code of a plugin may ask the outside: the hosts it has declared, through the guard every request goes through. */
export function doorOf(
  { manifest }: Pick<RunningPlugin, 'manifest'>,
  context: Pick<StepContext, 'http'>,
  { only, log }: { only?: string; log(level: z.output<typeof note>['level'], message: string): void },
) {
  const plugin = manifest.key
  return async (what: { http: unknown } | { log: unknown }) => {
    if ('log' in what) {
      const said = note.safeParse(what.log)
      if (said.success) log(said.data.level, said.data.message)
      return undefined
    }
    const asked = request.parse(what.http)
    if (only && asked.method !== 'GET' && asked.method !== 'HEAD')
      throw new Forbidden('PLUGIN_NOT_PERMITTED', texts.reading({ element: only, method: asked.method }))
    const admit = (address: URL) => {
      if (!mayAsk(manifest.permissions.http, address))
        throw new Forbidden('PLUGIN_NOT_PERMITTED', texts.host({ plugin, host: address.host }))
    }
    const { body, key, ...rest } = asked
    const answer = await context.http({
      ...rest,
      ...(body !== undefined && { body }),
      ...(key !== undefined && { key }),
      admit,
      max_bytes: longestAnswer,
    } satisfies HttpRequest)
    return { status: answer.status, headers: answer.headers, body: Buffer.from(answer.body).toString('utf8') }
  }
}

/** The bodies of a plugin's elements, by their keys: each batch is handed to the sandbox. */
export const bodiesOf = (plugin: RunningPlugin): Record<string, Body> =>
  Object.fromEntries(
    plugin.manifest.elements.map((element) => [
      partKey(plugin.manifest.key, element.key),
      element.kind === 'sink' ? sink(plugin, element) : transform(plugin, element),
    ]),
  )

const transform = (plugin: RunningPlugin, element: PluginElement): TransformBody<Record<string, unknown>> => ({
  async open(step) {
    const { mask, withoutSecrets } = secretsOf(plugin)
    const program = await opened(plugin, element, step, mask)
    return {
      batch: async (records) =>
        outcomeOf(element, records, await program.call(records, around(plugin, step)).catch(withoutSecrets), mask),
      close: () => program.close(),
    }
  },
})

const sink = (plugin: RunningPlugin, element: PluginElement): SinkBody<Record<string, unknown>> => ({
  async open(step) {
    const { mask, withoutSecrets } = secretsOf(plugin)
    const program = await opened(plugin, element, step, mask)
    return {
      write: async (records, number) =>
        outcomeOf(
          element,
          records,
          await program
            .call(records, { ...around(plugin, step), key: `${step.job.id}:${step.id}:${number}` })
            .catch(withoutSecrets),
          mask,
        ),
      close: () => program.close(),
    }
  },
})

const opened = (plugin: RunningPlugin, element: PluginElement, step: Step<Record<string, unknown>>, mask: Mask) =>
  step.context.sandbox.openFiles({
    files: plugin.files,
    entry: element.code,
    ...limits,
    ask: doorOf(plugin, step.context, {
      ...(element.kind === 'transform' && { only: element.key }),
      log: (level, message) => step.log(level, quotedTexts(mask(message))),
    }),
  })

/** What the code of a plugin says and throws is told without the secrets it was given. */
export function secretsOf({ manifest, settings }: RunningPlugin): {
  mask: Mask
  withoutSecrets(error: unknown): never
} {
  const mask = maskerOf(
    new Map(
      secretKeys(manifest.settings).flatMap((name) =>
        typeof settings[name] === 'string' ? [[settings[name], `${manifest.key}.${name}`] as const] : [],
      ),
    ),
  )
  return {
    mask,
    withoutSecrets(error) {
      throw maskedError(error, mask)
    },
  }
}

const around = ({ settings }: RunningPlugin, step: Step<Record<string, unknown>>) => ({
  settings: step.settings,
  plugin: settings,
  parameters: step.job.parameters,
  now: step.now.toISOString(),
})

const reason = z.union([
  z.string().min(1).max(2_000),
  z.object({ en: z.string().max(2_000), de: z.string().max(2_000) }),
])
const records = z.array(z.record(z.string(), z.unknown()))
const outcome = z.strictObject({
  exits: z.record(z.string(), records).default({}),
  rejected: z
    .array(
      z.strictObject({
        record: z.record(z.string(), z.unknown()),
        reason,
        field: z.string().max(191).optional(),
        value: z.unknown().optional(),
      }),
    )
    .default([]),
})

/** What the code gave back: records for the first exit, or records by exit and those that could not go on. */
function outcomeOf(
  element: PluginElement,
  taken: DataRecord[],
  given: unknown,
  mask: Mask = (value) => value,
): Outcome {
  const wrong = (problem: string) => new Invalid('PLUGIN_OUTCOME', texts.outcome({ element: element.key, problem }))
  const first = element.exits[0]!.key
  const result = outcome.safeParse(
    given === null ? { exits: { [first]: taken } } : Array.isArray(given) ? { exits: { [first]: given } } : given,
  )
  if (!result.success) {
    const { place, message } = issuePaths(result.error.issues)[0]!
    throw wrong(`${place} ${say(message, 'en')}`)
  }
  const unknown = Object.keys(result.data.exits).find((exit) => !element.exits.some(({ key }) => key === exit))
  if (unknown) throw wrong(`exits.${unknown}`)
  const rejected = result.data.rejected.map(
    ({ reason, ...one }): Rejected =>
      ({
        ...one,
        reason: mask(typeof reason === 'string' ? quotedTexts(reason) : quotedTexts(reason.en, reason.de)),
      }) as Rejected,
  )
  return { exits: result.data.exits, ...(rejected.length > 0 && { rejected }) }
}

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
        const { exits } = outcomeOf(
          element,
          takes,
          await call(takes, { settings, plugin: {}, parameters: {}, now: '2026-01-01T00:00:00.000Z', key: 'example' }),
        )
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

function holds(part: string, i: number, given: unknown, wanted: unknown) {
  if (!isDeepStrictEqual(given, wanted))
    throw new Invalid(
      'PLUGIN_EXAMPLE',
      texts.example({ number: i + 1, part, given: (JSON.stringify(given) ?? 'undefined').slice(0, 300) }),
    )
}
