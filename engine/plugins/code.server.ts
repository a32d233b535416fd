import { isDeepStrictEqual } from 'node:util'
import { mayAsk, partKey, secretKeys, type PluginElement, type PluginManifest } from '@weft/kit/define/plugin.ts'
import type { Body, SinkBody, SourceBody, Step, TransformBody } from '@weft/kit/define/element.ts'
import type { HttpRequest, StepContext } from '@weft/kit/define/step-context.ts'
import { Forbidden, Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, quotedTexts } from '@weft/kit/messages/messages.ts'
import { maskedError, maskerOf, type Mask } from '@weft/kit/secrets/mask.server.ts'
import { z } from 'zod'
import { outcomeOf, pageOf } from './outcome.ts'

const texts = defineMessages({
  host: {
    en: 'The plugin {plugin} has no permission to ask {host}.',
    de: 'Das Plugin {plugin} hat keine Berechtigung, {host} zu fragen.',
  },
  reading: {
    en: 'The element {element} changes nothing outside: it may ask with {methods}, and not with {method}.',
    de: 'Das Element {element} ändert draußen nichts: Es darf mit {methods} fragen, nicht mit {method}.',
  },
  sameCursor: {
    en: 'The element {element} gave the cursor again that it was called with: it would read the same page for ever.',
    de: 'Das Element {element} gab den Cursor zurück, mit dem es aufgerufen wurde: Es würde immer dieselbe Seite lesen.',
  },
})

/** A plugin as its code runs: what it declares, its files, and what was set for it. */
export type RunningPlugin = {
  manifest: PluginManifest
  files: Readonly<Record<string, string>>
  settings: Readonly<Record<string, unknown>>
}

/** Of each call. */
export const limits = { memory_mb: 128, timeout_ms: 30_000 }
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
  {
    only,
    log,
  }: {
    only?: { element: string; methods: readonly string[] }
    log(level: z.output<typeof note>['level'], message: string): void
  },
) {
  const plugin = manifest.key
  return async (what: { http: unknown } | { log: unknown }) => {
    if ('log' in what) {
      const said = note.safeParse(what.log)
      if (said.success) log(said.data.level, said.data.message)
      return undefined
    }
    const asked = request.parse(what.http)
    if (only && !only.methods.includes(asked.method)) {
      const { element, methods } = only
      throw new Forbidden(
        'PLUGIN_NOT_PERMITTED',
        texts.reading({ element, methods: methods.join(', '), method: asked.method }),
      )
    }
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
    plugin.manifest.elements.map((element) => [partKey(plugin.manifest.key, element.key), bodyOf(plugin, element)]),
  )

function bodyOf(plugin: RunningPlugin, element: PluginElement): Body {
  switch (element.kind) {
    case 'sink':
      return sink(plugin, element)
    case 'transform':
      return transform(plugin, element)
    case 'source':
    case 'trigger':
      return reader(plugin, element)
  }
}

/** How a kind may ask outside: what changes nothing there has no need of more. */
const methodsOf: Partial<Record<PluginElement['kind'], readonly string[]>> = {
  transform: ['GET', 'HEAD'],
  source: ['GET', 'HEAD', 'POST'],
  trigger: ['GET', 'HEAD', 'POST'],
}

/** Asks page by page behind the cursor that the page before gave. A trigger is told the state that the last good end has kept. */
const reader = (plugin: RunningPlugin, element: PluginElement): SourceBody<Record<string, unknown>> => ({
  async *read(step, input, cursor) {
    const at = cursor as { next: unknown } | undefined
    if (at && (at.next ?? null) === null) return
    const { mask, withoutSecrets } = secretsOf(plugin)
    const isTrigger = element.kind === 'trigger'
    const state = isTrigger ? await step.context.states.get('workflow', step.id) : undefined
    const program = await opened(plugin, element, step, mask)
    try {
      for (let next = at?.next; ;) {
        step.signal.throwIfAborted()
        const asked = { ...around(plugin, step), ...(isTrigger && { state: state ?? null }), cursor: next ?? null }
        const page = pageOf(element, await program.call(input, asked).catch(withoutSecrets), mask)
        if (isTrigger && page.state !== undefined) await step.context.states.keepAtEnd(step.id, page.state)
        if (page.cursor !== null && isDeepStrictEqual(page.cursor, next))
          throw new Invalid('PLUGIN_OUTCOME', texts.sameCursor({ element: element.key }))
        if (page.records.length > 0 || page.rejected.length > 0)
          yield { records: page.records, rejected: page.rejected, cursor: { next: page.cursor } }
        if (page.cursor === null) return
        next = page.cursor
      }
    } finally {
      await program.close()
    }
  },
})

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
      ...(methodsOf[element.kind] && { only: { element: element.key, methods: methodsOf[element.kind]! } }),
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
