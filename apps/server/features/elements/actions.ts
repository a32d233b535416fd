import { elementLimit, type ElementOrder } from '@weft/contracts/workflow-elements.ts'
import type { Isolation } from '@weft/engine/isolation/isolation.server.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { readTexts } from '@weft/engine/mail/stored-texts.server.ts'
import { checkElementSettings, tryElement } from '@weft/engine/runtime/element-tasks.ts'
import { checkSettings, runTrial, type TrialAnswer } from '@weft/engine/runtime/element-trial.ts'
import { textsIn } from '@weft/engine/workflow-model/check.ts'
import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import type { Body, Element } from '@weft/kit/define/element.ts'
import { can } from '@weft/kit/define/permissions.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { forbidden, invalidFields, notFound } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { readText } from '../workflows/read-text.ts'
import { choicesOf } from '../workflows/references.ts'
import { settingsSchema } from './item.ts'
import { setLimit } from './limits.ts'

type Asked = {
  element: Element
  order: ElementOrder
  language: Language
  scope: Scope
  user: Caller
  db: Database
  isolation: Isolation
  given: Given
  /** The body of an element of a plugin. */ bodyOf(element: Element): Promise<Body | undefined>
  sandbox: StepContext['sandbox']
}

/** What can be done with an element by `workflow_elements/action/…`; undefined where this one cannot. */
export const actions: Record<string, (asked: Asked) => Promise<TrialAnswer | undefined>> = {
  async validate({ element, order: { config }, language, isolation, given }) {
    if (element.plugin) return checkSettings(element, config, language)
    return (await isolation.run(checkElementSettings, { element: element.key, config, language }, given)).value
  },

  async sample({ element }) {
    const example = element.examples?.[0]
    return example && fine({ config: example.settings, input: example.takes, output: example.gives })
  },

  async load_options({ element, order: { input }, scope, db }) {
    const setting = typeof input === 'object' && input !== null && 'field' in input ? String(input.field) : ''
    const schema = (settingsSchema(element).properties ?? {})[setting]
    return schema?.reference ? fine(await inScope(db, scope, (trx) => choicesOf(trx, schema.reference!))) : undefined
  },

  /** Only what is pure: nothing is written, sent or asked for. Elements of the house are tried in a process of their own, those of plugins in the sandbox. */
  async test({ element, order: { config, input }, language, scope, db, isolation, given, bodyOf, sandbox }) {
    if (!element.examples || element.kind !== 'transform') return undefined
    const trial = {
      config,
      input,
      language,
      tenant_id: scope.tenant_id!,
      project_id: scope.project_id!,
      now: new Date(),
    }
    if (!element.plugin) {
      const texts = await inScope(db, scope, (trx) => readTexts(trx, textsIn(element, config)))
      return (
        element.body &&
        (await isolation.run(tryElement, { element: element.key, trial: { ...trial, texts } }, given)).value
      )
    }
    const body = await bodyOf(element)
    return body && runTrial(element, body, trial, { sandbox })
  },

  /** A step ready to be added: a copy of one of the workflow's under a hash that is still free, or a fresh one. */
  async duplicate({ element, order: { config, workflow_id, input }, scope, db, isolation, given }) {
    const steps = workflow_id ? await stepsOf({ db, isolation }, scope, workflow_id, given) : []
    const hash = typeof input === 'object' && input !== null && 'hash' in input ? String(input.hash) : undefined
    const original = steps.find((step) => step.id === hash && step.element === element.key)
    if (hash && !original) throw notFound()
    const taken = new Set(steps.map((step) => step.id))
    const {
      settings,
      id,
      element: key,
      position,
      ...instance
    } = original ?? {
      id: element.key.replaceAll('.', '_'),
      element: element.key,
      settings: {},
      label: '',
      position: { x: 0, y: 0 },
    }
    return fine({
      ...instance,
      hash: freeName(id, taken),
      key,
      config: { ...settings, ...config },
      position: original ? { x: position.x + 40, y: position.y + 40 } : position,
    })
  },

  /** Says which projects of the tenant may use it. */
  async assign({ element, order: { input }, scope, user, db }) {
    if (!can(user, 'projects', 'update')) throw forbidden()
    const limit = elementLimit.safeParse(input, { reportInput: true })
    if (!limit.success)
      throw invalidFields(
        Object.fromEntries(issuePaths(limit.error.issues).map(({ place, message }) => [`input.${place}`, [message]])),
      )
    const { project_id: _, ...tenant } = scope
    await inScope(db, tenant, (trx) => setLimit(trx, tenant, element.key, limit.data))
    return fine(limit.data)
  },
}

const fine = (data: unknown): TrialAnswer => ({ ok: true, data, errors: {} })

async function stepsOf({ db, isolation }: Pick<Asked, 'db' | 'isolation'>, scope: Scope, id: string, given: Given) {
  const workflow = await inScope(db, scope, (trx) =>
    trx.selectFrom('workflows').select('source').where('id', '=', id).executeTakeFirst(),
  )
  if (!workflow) throw notFound()
  return (await readText({ isolation }, workflow.source, given)).document?.steps ?? []
}

function freeName(name: string, taken: ReadonlySet<string>) {
  if (!taken.has(name)) return name
  const base = name.replace(/_\d+$/, '')
  for (let n = 2; ; n++) if (!taken.has(`${base}_${n}`)) return `${base}_${n}`
}
