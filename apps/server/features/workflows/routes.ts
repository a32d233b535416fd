import type { workflow } from '@weft/catalogue/resources/workflow/workflow.ts'
import { workflowContract } from '@weft/contracts/workflows.ts'
import { emptyDocument } from '@weft/kit/workflow-text/text.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { durationOf, durationWrong } from '@weft/kit/define/duration.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { classNameOf } from '@weft/kit/define/technical-name.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { filtersOf, metaOf } from '@weft/kit/http/list-query.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { authorOf } from './author.ts'
import { figuresOf, listWorkflows } from './list.ts'
import { refuseText, toWorkflowProblems } from './refuse.ts'
import { changedText, checkText, judgeText, readText } from './read-text.ts'
import { revertMessage, sourceAt } from './revisions.ts'
import { fileOf, saveWorkflow, setActive } from './save.ts'
import { namingIt, workflowReferences } from './uses.ts'

const texts = defineMessages({
  created: { en: 'Create {label}', de: '{label} anlegen' },
  changed: { en: 'Change {label}', de: '{label} ändern' },
  published: { en: 'Publish {label}', de: '{label} veröffentlichen' },
  planned: { en: 'Plan {label}', de: '{label} planen' },
  deleted: { en: 'Delete {label}', de: '{label} löschen' },
  running: {
    en: 'A job of this workflow is still running. Cancel it first.',
    de: 'Ein Job dieses Workflows läuft noch. Brechen Sie ihn zuerst ab.',
  },
  providerOnly: {
    en: 'Only the provider excludes workflows from billing.',
    de: 'Nur der Anbieter nimmt Workflows von der Abrechnung aus.',
  },
  noQueue: { en: 'This tenant has no queue yet.', de: 'Dieser Mandant hat noch keine Warteschlange.' },
})

const open = ['pending', 'started', 'working', 'waiting']

/** The columns of a workflow but its text. */
const head = [
  'id',
  'project_id',
  'label',
  'class_name',
  'description',
  'icon',
  'queue_id',
  'version',
  'commit',
  'published',
  'active',
  'concurrency_limit',
  'concurrency',
  'content_identifier',
  'contact_person',
  'email_recipient',
  'exclude_from_billing',
  'triggers',
  'created_at',
  'updated_at',
] as const

/** Workflows: list, base data, text, history, publishing. Running them stands in workflow-runs.ts. */
export const workflowRoutes =
  (context: AppContext<'db' | 'history' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db, history } = context
    const on = implementRoutes(app, workflowContract)

    on('GET /workflows', ({ scope, query, language }) =>
      inScope(db, scope, (trx) =>
        listWorkflows(trx, { ...query, state: query.state ?? filtersOf(query)['state'] }, language),
      ),
    )

    on('GET /workflows/figures', ({ scope }) => inScope(db, scope, async (trx) => ({ data: await figuresOf(trx) })))

    on('POST /workflows', async (request, reply) => {
      const { scope, body, user, language } = request
      refuseExcluding(user, body.exclude_from_billing, false)
      const given = isolated(request, reply)
      const text = body.source ?? emptyDocument(body.label)
      const asGiven = await checkText(context, scope, text, given)
      const source = await renamed(text, asGiven.document, body, given)
      const checked = source === text ? asGiven : await checkText(context, scope, source, given)
      const data = await inScope(db, scope, async (trx) => {
        const { source: _given, ...columns } = body
        const queue_id = columns.queue_id ?? (await usualQueue(trx))
        const class_name = columns.class_name ?? (await freeClassName(trx, body.label))
        const { id } = await trx
          .insertInto('workflows')
          .values({ ...columns, class_name, queue_id })
          .returning('id')
          .executeTakeFirstOrThrow()
        await saveWorkflow(trx, history, {
          id,
          checked,
          message: say(texts.created({ label: body.label }), language),
          user,
        })
        return readHead(trx, id)
      })
      return reply.code(201).send({ data })
    })

    on('GET /workflows/:id', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({ data: await readHead(trx, params.id) })),
    )

    on('DELETE /workflows/:id', async ({ scope, params, user, language }, reply) => {
      await inScope(db, scope, async (trx) => {
        const { label } = await readHead(trx, params.id)
        const running = await trx
          .selectFrom('jobs')
          .select('id')
          .where('workflow_id', '=', params.id)
          .where('status', 'in', open)
          .limit(1)
          .executeTakeFirst()
        if (running) throw new Conflict('WORKFLOW_RUNNING', texts.running())
        await history.commit(trx, {
          files: { [fileOf(params.id)]: null },
          message: say(texts.deleted({ label }), language),
          author: await authorOf(trx, user),
        })
        await trx.deleteFrom('workflows').where('id', '=', params.id).execute()
      })
      return reply.code(204).send(null)
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /workflows/:id`, (request, reply) => change(request, reply, request.params.id, request.body))

    // The contract says which keys each part has.
    for (const part of ['base_data', 'properties', 'queue'] as const) {
      on(`GET /workflows/:id/${part}`, ({ scope, params }) =>
        inScope(db, scope, async (trx) => ({ data: await readHead(trx, params.id) })),
      )
      on(`PUT /workflows/:id/${part}`, (request, reply) => change(request, reply, request.params.id, request.body))
    }

    on('GET /workflows/:id/triggers', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const { active, triggers } = await readHead(trx, params.id)
        const schedules = await trx
          .selectFrom('schedules')
          .select(['step', 'cron', 'zone', 'missed', 'next_at', 'last_at'])
          .where('workflow_id', '=', params.id)
          .orderBy('step')
          .execute()
        return { data: { active, triggers, schedules } }
      }),
    )
    on('PUT /workflows/:id/triggers', (request, reply) => change(request, reply, request.params.id, request.body))

    // Who writes the invoices decides what is not on them, though they change nothing else of a workflow.
    on('PUT /workflows/:id/billing', ({ scope, params: { id }, body }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, id)
        await trx.updateTable('workflows').set(body).where('id', '=', id).execute()
        return { data: await readHead(trx, id) }
      }),
    )

    on('GET /workflows/:id/dependencies', async (request, reply) => {
      const {
        scope,
        params: { id },
      } = request
      const { own, others } = await inScope(db, scope, async (trx) => ({
        own: await readSource(trx, id),
        others: await namingIt(trx, id),
      }))
      const given = isolated(request, reply)
      const read = async ({ id, label, source }: { id: string; label: string; source: string }) => ({
        id,
        label,
        document: (await readText(context, source, given)).document,
      })
      const naming: Awaited<ReturnType<typeof read>>[] = []
      for (const other of others) naming.push(await read(other))
      const document = await read(own)
      return inScope(db, scope, async (trx) => ({ data: await workflowReferences(trx, document, naming) }))
    })

    on('GET /workflows/:id/code', async (request, reply) => {
      const {
        scope,
        params: { id },
        language,
      } = request
      const { source, version, commit, published, active, label, updated_at } = await inScope(db, scope, (trx) =>
        readSource(trx, id),
      )
      const { problems } = await judgeText(context, scope, source, isolated(request, reply))
      return {
        data: {
          id,
          source,
          version,
          commit,
          published,
          active,
          label,
          updated_at,
          problems: toWorkflowProblems(problems, language),
        },
      }
    })

    on('PUT /workflows/:id/code', async (request, reply) => {
      const {
        scope,
        params,
        body: { source: text, ...body },
        user,
        language,
      } = request
      const { label } = await inScope(db, scope, (trx) => readHead(trx, params.id))
      const checked = await checkText(context, scope, text, isolated(request, reply))
      return inScope(db, scope, async (trx) => {
        const { problems } = await saveWorkflow(trx, history, {
          id: params.id,
          checked,
          ...body,
          message: body.message || say(texts.changed({ label }), language),
          user,
        })
        const { source, ...row } = await readSource(trx, params.id)
        return { data: { ...row, source, problems: toWorkflowProblems(problems, language) } }
      })
    })

    on('POST /workflows/:id/validate', async (request, reply) => {
      const { scope, params, body, language } = request
      const stored = await inScope(db, scope, (trx) => readSource(trx, params.id)) // also where another text is checked: what is not there is not there
      const problems = toWorkflowProblems(
        (await judgeText(context, scope, body.source ?? stored.source, isolated(request, reply))).problems,
        language,
      )
      return { data: { ok: problems.every(({ level }) => level === 'warning'), problems } }
    })

    on('POST /workflows/:id/publish', async (request, reply) => {
      const {
        scope,
        params: { id },
        body,
        user,
        language,
      } = request
      const { source, label } = await inScope(db, scope, (trx) => readSource(trx, id))
      const checked = await checkText(context, scope, source, isolated(request, reply))
      return inScope(db, scope, async (trx) => {
        if (body.active !== undefined)
          await trx.updateTable('workflows').set({ active: body.active }).where('id', '=', id).execute()
        await saveWorkflow(trx, history, {
          id,
          checked,
          basedOn: source,
          message: say(texts.published({ label }), language),
          user,
          published: body.published,
        })
        return { data: await readHead(trx, id) }
      })
    })

    on('GET /workflows/:id/planning', async (request, reply) => {
      const { source, version } = await inScope(db, request.scope, (trx) => readSource(trx, request.params.id))
      const { document } = await readText(context, source, isolated(request, reply))
      return {
        data: {
          version,
          steps: (document?.steps ?? []).map(({ id, element, label, planned, wait }) => ({
            id,
            element,
            label,
            planned: planned ?? '',
            wait: wait ?? '',
          })),
        },
      }
    })

    on('PUT /workflows/:id/planning', async (request, reply) => {
      const {
        scope,
        params: { id },
        body,
        user,
        language,
      } = request
      for (const [step, times] of Object.entries(body.steps))
        for (const [key, time] of Object.entries(times))
          if (time && durationOf(time) === undefined) throw invalidField(`steps.${step}.${key}`, durationWrong())
      const { source, label } = await inScope(db, scope, (trx) => readSource(trx, id))
      const given = isolated(request, reply)
      const { document, problems } = await readText(context, source, given)
      if (!document) refuseText(problems)
      const steps = Object.fromEntries(
        Object.entries(body.steps).map(([step, { planned, wait }]) => [
          step,
          { ...(planned !== undefined && { planned }), ...(wait !== undefined && { wait }) },
        ]),
      )
      const checked = await checkText(context, scope, await changedText(context, source, { steps }, given), given)
      return inScope(db, scope, async (trx) => {
        await saveWorkflow(trx, history, {
          id,
          checked,
          basedOn: source,
          message: say(texts.planned({ label }), language),
          user,
          version: body.version,
        })
        return { data: await readHead(trx, id) }
      })
    })

    on('GET /workflows/:id/revisions', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        const { revisions, total } = await history.log(trx, fileOf(params.id), query.page, query.perPage)
        return { data: revisions, meta: metaOf(query, total) }
      }),
    )

    on('GET /workflows/:id/revisions/:rev', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        return { data: { commit: params.rev, source: await sourceAt(trx, history, params.id, params.rev) } }
      }),
    )

    on('GET /workflows/:id/revisions/:rev/diff', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        return { data: await history.diff(trx, fileOf(params.id), params.rev, query.from) }
      }),
    )

    on('POST /workflows/:id/revisions/:rev/revert', async (request, reply) => {
      const {
        scope,
        params: { id, rev },
        user,
        language,
      } = request
      const before = await inScope(db, scope, (trx) => sourceAt(trx, history, id, rev))
      const checked = await checkText(context, scope, before, isolated(request, reply))
      return inScope(db, scope, async (trx) => {
        const { problems } = await saveWorkflow(trx, history, {
          id,
          checked,
          message: revertMessage(rev, language),
          user,
        })
        const { source, ...row } = await readSource(trx, id)
        return { data: { ...row, source, problems: toWorkflowProblems(problems, language) } }
      })
    })

    /** Columns at once; name and description also in the text, which holds them too. */
    async function change(
      request: FastifyRequest,
      reply: FastifyReply,
      id: string,
      changes: z.output<typeof workflow.changes>,
    ) {
      const { scope, user, language } = request
      const before = await inScope(db, scope, (trx) => readSource(trx, id))
      if (changes.exclude_from_billing !== undefined)
        refuseExcluding(user, changes.exclude_from_billing, before.exclude_from_billing)
      const given = isolated(request, reply)
      const needsText = changes.label !== undefined || changes.description !== undefined || changes.active !== undefined
      const { document } = needsText ? await readText(context, before.source, given) : {}
      const source = await renamed(before.source, document, changes, given)
      const checked = source === before.source ? undefined : await checkText(context, scope, source, given)
      return inScope(db, scope, async (trx) => {
        if (Object.keys(changes).length > 0)
          await trx.updateTable('workflows').set(changes).where('id', '=', id).execute()
        if (checked)
          await saveWorkflow(trx, history, {
            id,
            checked,
            basedOn: before.source,
            message: say(texts.changed({ label: changes.label ?? before.label }), language),
            user,
          })
        else if (changes.active !== undefined)
          await setActive(trx, {
            id,
            active: changes.active,
            document,
            source: before.source,
            published: before.published,
          })
        return { data: await readHead(trx, id) }
      })
    }

    /** Name and description stand in the text as well. */
    async function renamed(
      source: string,
      document: WorkflowDocument | undefined,
      { label, description }: { label?: string | undefined; description?: string | undefined },
      given: Given,
    ): Promise<string> {
      if (!document) return source
      const isNew =
        (label !== undefined && label !== document.label) ||
        (description !== undefined && description !== document.description)
      return isNew
        ? changedText(
            context,
            source,
            {
              head: {
                ...(label !== undefined && { label }),
                ...(description !== undefined && (description || document.description) ? { description } : {}),
              },
            },
            given,
          )
        : source
    }
  }

/** What a customer pays for is not the customer's to say. */
function refuseExcluding(user: Caller, wished: boolean, is: boolean) {
  if (wished !== is && !can(user, 'billing', 'create')) throw invalidField('exclude_from_billing', texts.providerOnly())
}

async function readHead(trx: Scoped, id: string) {
  const row = await trx.selectFrom('workflows').select(head).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function readSource(trx: Scoped, id: string) {
  const row = await trx
    .selectFrom('workflows')
    .select([...head, 'source'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function usualQueue(trx: Scoped) {
  const queue = await trx
    .selectFrom('queues')
    .select('id')
    .where('active', '=', true)
    .orderBy((eb) => eb('name', '=', 'default'), 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (!queue) throw invalidField('queue_id', texts.noQueue())
  return queue.id
}

/** A class name made from the label, with a number behind it where it is taken. */
async function freeClassName(trx: Scoped, label: string): Promise<string> {
  const wanted =
    classNameOf(label)
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .slice(0, 60) || 'Workflow'
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}${n}`
    if (!(await trx.selectFrom('workflows').select('id').where('class_name', '=', name).executeTakeFirst())) return name
  }
}
