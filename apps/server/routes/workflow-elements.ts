import { elements } from '@weft/catalogue/elements/all.ts'
import { parseWorkflow } from '@weft/engine/workflow/document.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { elementGroups, exitsOf, type Element, type ElementGroup, type Step, type TransformBody } from '@weft/kit/define/element.ts'
import type { FieldLabel } from '@weft/kit/define/resource.ts'
import type { World } from '@weft/kit/define/world.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { placesOf } from '@weft/kit/messages/issues.ts'
import { defineMessages, say, type Language, type Text } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { House } from '../house.ts'
import { choicesOf } from '../workflows/references.ts'

const texts = defineMessages({
  action: { en: 'The element {element} has no action {action}.', de: 'Das Element {element} hat keine Aktion {action}.' },
  element: { en: 'There is no element called {element}.', de: 'Es gibt kein Element namens {element}.' },
})

const groups: Record<ElementGroup, { label: Text; icon: string; colour: string }> = {
  trigger: { label: { en: 'Triggers', de: 'Auslöser' }, icon: 'IconBolt', colour: 'amber' },
  flow: { label: { en: 'Flow', de: 'Ablauf' }, icon: 'IconArrowsSplit', colour: 'slate' },
  data: { label: { en: 'Data', de: 'Daten' }, icon: 'IconDatabase', colour: 'teal' },
  transform: { label: { en: 'Transform', de: 'Umwandeln' }, icon: 'IconTransform', colour: 'violet' },
  connector: { label: { en: 'Connectors', de: 'Anbindungen' }, icon: 'IconPlugConnected', colour: 'blue' },
  communicate: { label: { en: 'Communicate', de: 'Mitteilen' }, icon: 'IconMail', colour: 'rose' },
}

const all: readonly Element[] = elements
const known = new Map(all.map((element) => [element.key, element]))
const order = z.strictObject({
  element: z.string().max(64),
  config: z.record(z.string(), z.unknown()).default({}),
  workflow_id: z.uuid().optional(),
  input: z.unknown().optional(),
})
type Order = z.output<typeof order>

/** The catalogue of workflow elements for whoever builds workflows by API, and what can be tried with one of them. */
export const workflowElementRoutes = ({ db }: House): FastifyPluginAsyncZod => async (app) => {
  const view = { scope: 'user', may: ['workflows', 'view'] } as const
  const about = (summary: string) => ({ tags: ['workflow_elements'], summary })

  app.get('/workflow_elements/types', { schema: about('List the types of elements'), config: view }, ({ language }) => ({
    data: elementGroups.map((key, i) => ({ key, label: groups[key].label[language], icon: groups[key].icon, order: i + 1 })),
  }))
  app.get('/workflow_elements/all', { schema: about('List all elements'), config: view }, ({ language }) => ({ data: all.map((element) => item(element, language)) }))
  app.get('/workflow_elements/elements/all', { schema: about('List the elements usable in the project'), config: { ...view, scope: 'project' } }, ({ language }) => ({ data: all.map((element) => item(element, language)) }))
  app.get('/workflow_elements/:type', { schema: { ...about('List the elements of a type'), params: z.object({ type: z.enum(elementGroups) }) }, config: view }, ({ params, language }) => ({
    data: all.filter((element) => element.group === params.type).map((element) => item(element, language)),
  }))
  app.get(
    '/workflow_elements/element/:key',
    { schema: { ...about('Read an element, by its key, or by the hash of a step with its workflow'), params: z.object({ key: z.string().max(64) }), querystring: z.object({ workflow_id: z.uuid().optional() }) }, config: view },
    async ({ params, query, language, scope }) => {
      const element = known.get(params.key)
      if (element) return { data: item(element, language) }
      if (!query.workflow_id) throw new NotFound('ELEMENT_NOT_FOUND', texts.element({ element: params.key }))
      return { data: await stepOf(scope, query.workflow_id, params.key, language) }
    },
  )
  app.post(
    '/workflow_elements/action/:action',
    { schema: { ...about('Validate or try an element, get a sample of it or the choices of a setting'), params: z.object({ action: z.string().max(40) }), body: order }, config: { scope: 'project', may: ['workflows', 'update'] } },
    async ({ params, body, language, scope }) => {
      const element = known.get(body.element)
      if (!element) throw new NotFound('ELEMENT_NOT_FOUND', texts.element({ element: body.element }))
      const act = Object.hasOwn(actions, params.action) ? actions[params.action as keyof typeof actions] : undefined
      const data = await act?.(element, body, language, scope)
      if (!data) throw new NotFound('ACTION_NOT_FOUND', texts.action({ element: body.element, action: params.action }))
      return data
    },
  )

  /** The element a step uses, with the step as it stands in the workflow. */
  async function stepOf(scope: Scope, workflow_id: string, hash: string, language: Language) {
    const workflow = await inScope(db, scope, (trx) => trx.selectFrom('workflows').select('source').where('id', '=', workflow_id).executeTakeFirst())
    const step = workflow && parseWorkflow(workflow.source).document?.steps.find((one) => one.id === hash)
    const element = step && known.get(step.element)
    if (!element) throw notFound()
    const { settings, element: key, ...instance } = step
    return { ...item(element, language), instance: { ...instance, hash, key, config: settings } }
  }

  type Answer = { ok: boolean; data: unknown; errors: Record<string, string[]> }
  const actions: Record<string, (element: Element, order: Order, language: Language, scope: Scope) => Promise<Answer | undefined>> = {
    async validate(element, { config }, language) {
      const result = element.settings.safeParse(config, { reportInput: true })
      return result.success ? { ok: true, data: result.data, errors: {} } : { ok: false, data: null, errors: errorsOf(result.error, language) }
    },
    async sample(element) {
      const example = element.examples?.[0]
      return example && { ok: true, data: { config: example.settings, input: example.takes, output: example.gives }, errors: {} }
    },
    async load_options(element, { input }, _, scope) {
      const setting = typeof input === 'object' && input !== null && 'field' in input ? String(input.field) : ''
      const schema = (schemaOf(element).properties ?? {})[setting]
      if (!schema?.reference) return undefined
      return { ok: true, data: await inScope(db, scope, (trx) => choicesOf(trx, schema.reference!)), errors: {} }
    },
    /** Only what is pure: nothing is written, sent or asked for. */
    async test(element, { config, input }, language, scope) {
      if (!element.examples || element.kind !== 'transform' || !element.body) return undefined
      const result = element.settings.safeParse(config, { reportInput: true })
      if (!result.success) return { ok: false, data: null, errors: errorsOf(result.error, language) }
      const records = z.array(z.record(z.string(), z.unknown())).max(1_000).safeParse(input)
      if (!records.success) throw new Invalid('INPUT_INVALID', placesOf(records.error.issues)[0]!.message)
      const opened = await (element.body as TransformBody<unknown>).open(tried(result.data, scope))
      const { exits, rejected = [] } = await opened.batch(records.data, 0)
      return { ok: true, data: { exits, rejected: rejected.map(({ reason, ...more }) => ({ ...more, reason: say(reason, language) })) }, errors: {} }
    },
  }
}

const tried = (settings: unknown, scope: Scope): Step<unknown> => ({
  id: 'try',
  settings,
  job: { id: 'try', attempt: 1, tenant_id: scope.tenant_id!, project_id: scope.project_id!, workflow_id: 'try', parameters: {} },
  now: new Date(),
  world: {} as World,
  log: () => {},
  signal: AbortSignal.timeout(5_000),
})

type JsonSchema = { properties?: Record<string, { title?: string; description?: string; reference?: string }> }
const schemaOf = (element: Element) => z.toJSONSchema(element.settings, { io: 'input', unrepresentable: 'any' }) as JsonSchema

function item(element: Element, language: Language) {
  const { key, group, kind, icon, labels, inputs, effect, examples } = element
  const schema = schemaOf(element)
  for (const [name, property] of Object.entries(schema.properties ?? {})) Object.assign(property, inWords(labels.fields[name], language))
  const fallback = element.settings.safeParse({})
  const out = typeof element.exits !== 'function' || fallback.success ? exitsOf(element, fallback.data ?? {}) : ['default', 'error']
  return {
    key,
    type: group,
    kind,
    label: labels.title,
    title: labels.title[language],
    description: labels.help[language],
    icon,
    colour: groups[group].colour,
    version: 1,
    plugin_id: null,
    deprecated: false,
    ports: { in: inputs, out, names: Object.fromEntries(Object.entries(labels.exits ?? {}).map(([exit, text]) => [exit, text[language]])), by_config: typeof element.exits === 'function' },
    config_schema: schema,
    ...(effect && { effect }),
    examples: examples ?? [],
  }
}

function inWords(label: FieldLabel | undefined, language: Language) {
  if (!label) return {}
  return 'label' in label ? { title: label.label[language], ...(label.help && { description: label.help[language] }) } : { title: label[language] }
}

const errorsOf = (error: z.ZodError, language: Language) =>
  Object.fromEntries([...Map.groupBy(placesOf(error.issues), ({ place }) => place)].map(([place, found]) => [place, found.map(({ message }) => say(message, language))]))
