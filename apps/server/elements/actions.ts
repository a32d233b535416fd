import { parseWorkflow } from '@weft/engine/workflow/document.ts'
import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import type { Body, Element, Step, TransformBody } from '@weft/kit/define/element.ts'
import { may } from '@weft/kit/define/permissions.ts'
import type { World } from '@weft/kit/define/world.ts'
import { forbidden, invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { placesOf } from '@weft/kit/messages/issues.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { choicesOf } from '../workflows/references.ts'
import { schemaOf } from './item.ts'
import { elementLimit, setLimit } from './limits.ts'

export const order = z.strictObject({
  element: z.string().max(64),
  config: z.record(z.string(), z.unknown()).default({}),
  workflow_id: z.uuid().optional(),
  input: z.unknown().optional(),
})
type Order = z.output<typeof order>
type Asked = { element: Element; order: Order; language: Language; scope: Scope; user: Caller; db: Database; /** The body of an element, of a plugin's as well. */ bodyOf(element: Element): Promise<Body | undefined>; sandbox: World['sandbox'] }
type Answer = { ok: boolean; data: unknown; errors: Record<string, string[]> }

/** What can be done with an element by `workflow_elements/action/…`; undefined where this one cannot. */
export const actions: Record<string, (asked: Asked) => Promise<Answer | undefined>> = {
  async validate({ element, order: { config }, language }) {
    const result = element.settings.safeParse(config, { reportInput: true })
    return result.success ? fine(result.data) : { ok: false, data: null, errors: errorsOf(result.error, language) }
  },

  async sample({ element }) {
    const example = element.examples?.[0]
    return example && fine({ config: example.settings, input: example.takes, output: example.gives })
  },

  async load_options({ element, order: { input }, scope, db }) {
    const setting = typeof input === 'object' && input !== null && 'field' in input ? String(input.field) : ''
    const schema = (schemaOf(element).properties ?? {})[setting]
    return schema?.reference ? fine(await inScope(db, scope, (trx) => choicesOf(trx, schema.reference!))) : undefined
  },

  /** Only what is pure: nothing is written, sent or asked for. */
  async test({ element, order: { config, input }, language, scope, bodyOf, sandbox }) {
    const body = element.examples && element.kind === 'transform' ? await bodyOf(element) : undefined
    if (!body) return undefined
    const result = element.settings.safeParse(config, { reportInput: true })
    if (!result.success) return { ok: false, data: null, errors: errorsOf(result.error, language) }
    const records = z.array(z.record(z.string(), z.unknown())).max(1_000).safeParse(input)
    if (!records.success) throw new Invalid('INPUT_INVALID', placesOf(records.error.issues)[0]!.message)
    const opened = await (body as TransformBody<unknown>).open(tried(result.data, scope, sandbox))
    const { exits, rejected = [] } = await Promise.resolve(opened.batch(records.data, 0)).finally(() => opened.close?.())
    return fine({ exits, rejected: rejected.map(({ reason, ...more }) => ({ ...more, reason: say(reason, language) })) })
  },

  /** A step ready to be added: a copy of one of the workflow's under a hash that is still free, or a fresh one. */
  async duplicate({ element, order: { config, workflow_id, input }, scope, db }) {
    const steps = workflow_id ? await stepsOf(db, scope, workflow_id) : []
    const hash = typeof input === 'object' && input !== null && 'hash' in input ? String(input.hash) : undefined
    const original = steps.find((step) => step.id === hash && step.element === element.key)
    if (hash && !original) throw notFound()
    const taken = new Set(steps.map((step) => step.id))
    const { settings, id, element: key, position, ...instance } = original ?? { id: element.key.replaceAll('.', '_'), element: element.key, settings: {}, label: '', position: { x: 0, y: 0 } }
    return fine({ ...instance, hash: freeName(id, taken), key, config: { ...settings, ...config }, position: original ? { x: position.x + 40, y: position.y + 40 } : position })
  },

  /** Says which projects of the tenant may use it. */
  async assign({ element, order: { input }, scope, user, db }) {
    if (!may(user, 'projects', 'update')) throw forbidden()
    const limit = elementLimit.safeParse(input, { reportInput: true })
    if (!limit.success) throw invalidFields(Object.fromEntries(placesOf(limit.error.issues).map(({ place, message }) => [`input.${place}`, [message]])))
    const { project_id: _, ...tenant } = scope
    await inScope(db, tenant, (trx) => setLimit(trx, tenant, element.key, limit.data))
    return fine(limit.data)
  },
}

const fine = (data: unknown): Answer => ({ ok: true, data, errors: {} })

async function stepsOf(db: Database, scope: Scope, id: string) {
  const workflow = await inScope(db, scope, (trx) => trx.selectFrom('workflows').select('source').where('id', '=', id).executeTakeFirst())
  if (!workflow) throw notFound()
  return parseWorkflow(workflow.source).document?.steps ?? []
}

function freeName(name: string, taken: ReadonlySet<string>) {
  if (!taken.has(name)) return name
  const base = name.replace(/_\d+$/, '')
  for (let n = 2; ; n++) if (!taken.has(`${base}_${n}`)) return `${base}_${n}`
}

const tried = (settings: unknown, scope: Scope, sandbox: World['sandbox']): Step<unknown> => ({
  id: 'try',
  settings,
  job: { id: 'try', attempt: 1, tenant_id: scope.tenant_id!, project_id: scope.project_id!, workflow_id: 'try', parameters: {} },
  now: new Date(),
  world: { sandbox, http: () => Promise.reject(forbidden()) } as unknown as World,
  log: () => {},
  signal: AbortSignal.timeout(5_000),
})

const errorsOf = (error: z.ZodError, language: Language) =>
  Object.fromEntries([...Map.groupBy(placesOf(error.issues), ({ place }) => place)].map(([place, found]) => [place, found.map(({ message }) => say(message, language))]))
