import type { Body, Element, TransformBody } from '@weft/kit/define/element.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { forbidden } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import { openStored, type UnreadText } from '@weft/kit/text-templates/open-stored.ts'
import { z } from 'zod'

export type ElementTrial = {
  config: Record<string, unknown>
  input: unknown
  language: Language
  tenant_id: string
  project_id: string
  now: Date
  /** The stored texts that its settings name. */
  texts?: ReadonlyMap<string, UnreadText>
}
export type TrialAnswer = { ok: boolean; data: unknown; errors: Record<string, string[]> }

const records = z.array(z.record(z.string(), z.unknown())).max(1_000)

/** Reads settings by the element's schema; what is wrong is told at its place. */
export function checkSettings(element: Element, config: Record<string, unknown>, language: Language): TrialAnswer {
  const result = element.settings.safeParse(config, { reportInput: true })
  return result.success
    ? { ok: true, data: result.data, errors: {} }
    : { ok: false, data: null, errors: errorsOf(result.error, language) }
}

/** Lets a transform work on one batch. Nothing is written, sent or asked for: of the world there is only what `world` gives. */
export async function runTrial(
  element: Element,
  body: Body,
  { config, input, language, texts = new Map(), ...job }: ElementTrial,
  context: Partial<StepContext> = {},
): Promise<TrialAnswer> {
  const settings = checkSettings(element, config, language)
  if (!settings.ok) return settings
  const batch = records.safeParse(input)
  if (!batch.success) throw new Invalid('INPUT_INVALID', issuePaths(batch.error.issues)[0]!.message)
  const opened = await (body as TransformBody<unknown>).open({
    id: 'try',
    settings: settings.data,
    job: {
      id: 'try',
      attempt: 1,
      tenant_id: job.tenant_id,
      project_id: job.project_id,
      workflow_id: 'try',
      parameters: {},
    },
    now: job.now,
    texts: new Map([...texts].map(([id, unread]) => [id, openStored(unread)])),
    context: only(context),
    log: () => {},
    signal: AbortSignal.timeout(5_000),
  })
  const { exits, rejected = [] } = await Promise.resolve(opened.batch(batch.data, 0)).finally(() => opened.close?.())
  return {
    ok: true,
    data: { exits, rejected: rejected.map(({ reason, ...more }) => ({ ...more, reason: say(reason, language) })) },
    errors: {},
  }
}

/** A trial reaches nothing it was not given. */
const only = (context: Partial<StepContext>) =>
  new Proxy(context, {
    get(given, name) {
      if (!Object.hasOwn(given, name)) throw forbidden()
      return given[name as keyof StepContext]
    },
  }) as StepContext

const errorsOf = (error: z.ZodError, language: Language) =>
  Object.fromEntries(
    [...Map.groupBy(issuePaths(error.issues), ({ place }) => place)].map(([place, found]) => [
      place,
      found.map(({ message }) => say(message, language)),
    ]),
  )
