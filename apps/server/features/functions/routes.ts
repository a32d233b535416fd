import { mappingFunction } from '@weft/catalogue/resources/mapping-function/mapping-function.ts'
import { functionContract } from '@weft/contracts/functions.ts'
import { usersOf, usesOf } from '@weft/engine/history/uses.server.ts'
import { testProblem } from '@weft/engine/mapping/function-tests.ts'
import { traceMapping } from '@weft/engine/mapping/mapping-tasks.ts'
import { functionsIn } from '@weft/engine/mapping/stored-functions.server.ts'
import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { recordOf, structuresOf, type MappingFunction } from '@weft/kit/define/mapping-function.ts'
import { omitUndefined } from '@weft/kit/define/omit-undefined.ts'
import { invalidField, invalidFields } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { createRow, deleteRow, etagOf, readRow, refuseMoved, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, inserted, type Message } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { surroundingsFor } from '../mappings/preview.ts'
import { houseTransformers, transformersIn } from '../mappings/view.ts'
import { refuseBeyondProject, refuseForeignProject } from '../projects/of-all-projects.ts'
import { refuseWrongFunction } from './check.ts'

const texts = defineMessages({
  fixed: {
    en: 'What formulas call a function stays as it is, so that none of them breaks.',
    de: 'Wie Formeln eine Funktion aufrufen, bleibt, wie es ist, damit keine von ihnen bricht.',
  },
  elsewhere: {
    en: 'It is used in other projects: {projects}. It must stay there for all projects.',
    de: 'Sie wird in anderen Projekten verwendet: {projects}. Es muss sie weiterhin für alle Projekte geben.',
  },
  used: {
    en: 'This function is used: {users}. The types of its parameters and of its result must stay as they are; make another function instead.',
    de: 'Diese Funktion wird verwendet: {users}. Die Typen ihrer Parameter und ihres Ergebnisses müssen bleiben; legen Sie stattdessen eine andere Funktion an.',
  },
})

/** Own functions of mappings: checked when they are saved, and their tests run in a process of their own. */
export const functionRoutes =
  (context: AppContext<'databases' | 'db' | 'isolation' | 'sandbox'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, functionContract)

    on('POST /functions', async (request, reply) => {
      const { scope, user, body } = request
      const wanted = { project_id: scope.project_id, ...body } as Wanted
      refuseForeignProject(scope, wanted.project_id)
      refuseBeyondProject(user, wanted)
      await inScope(db, scope, (trx) => refuseWrong(trx, wanted))
      await refuseFailing(request, reply, wanted)
      const data = await inScope(db, scope, async (trx) => {
        await refuseWrong(trx, wanted)
        return createRow(trx, mappingFunction, body)
      })
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /functions/:id`, async (request, reply) => {
        const { scope, user, params, headers } = request
        const changes = omitUndefined(request.body)
        const before = await inScope(db, scope, (trx) => readRow(trx, mappingFunction, params.id))
        refuseMoved(headers['if-match'], before)
        const wanted = { ...before, ...changes } as unknown as Wanted
        for (const one of [before as unknown as Wanted, wanted]) refuseBeyondProject(user, one)
        refuseForeignProject(scope, wanted.project_id)
        if (wanted.name !== before.name) throw invalidField('name', texts.fixed())
        await inScope(db, scope, (trx) => refuseWrong(trx, wanted))
        if (changes.definition || changes.parameters || changes.gives || changes.tests)
          await refuseFailing(request, reply, wanted)
        const data = await inScope(db, scope, async (trx) => {
          await refuseWrong(trx, wanted)
          if (wanted.project_id !== null && before.project_id === null) await refuseUsedElsewhere(trx, params.id)
          if (shapeOf(wanted) !== shapeOf(before as unknown as MappingFunction)) await refuseUsed(trx, params.id)
          return updateRow(trx, mappingFunction, params.id, changes, etagOf(before))
        })
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('DELETE /functions/:id', async ({ scope, user, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        refuseBeyondProject(user, (await readRow(trx, mappingFunction, params.id)) as unknown as Wanted)
        await deleteRow(trx, mappingFunction, params.id)
      })
      return reply.code(204).send(null)
    })

    /** What was changed while the tests ran is looked at again before it is written. */
    async function refuseWrong(trx: Scoped, one: Wanted) {
      const others = (await functionsIn(trx)).filter(({ name }) => name !== one.name)
      if (one.project_id !== null) return refuseWrongFunction(one, others, await transformersIn(trx))
      // Plugins are a project's choice, and so are its own functions.
      const everywhere = others.filter(({ is_everywhere }) => is_everywhere)
      refuseWrongFunction(one, everywhere, houseTransformers)
    }

    async function refuseFailing(
      request: FastifyRequest & { scope: ProjectScope },
      reply: FastifyReply,
      one: MappingFunction,
    ) {
      if (one.tests.length === 0) return
      const { plugins, functions, answers } = await surroundingsFor(context, request.scope)
      const trial = {
        ...structuresOf(one),
        others: noOthers,
        definition: one.definition,
        plugins,
        functions: functions.filter(({ name }) => name !== one.name),
        records: one.tests.map(({ takes }) => recordOf(one, takes)),
        moment: { now: new Date(), seed: 'test' },
        language: request.language,
      }
      const { value } = await context.isolation.run(traceMapping, trial, { ...isolated(request, reply), answers })
      const failing = one.tests.flatMap((test, i) => {
        const problem = testProblem(test, one.gives, value.traces[i]!)
        return problem ? [[`tests.${i}`, [problem]] as [string, Message[]]] : []
      })
      if (failing.length > 0) throw invalidFields(Object.fromEntries(failing))
    }
  }

type Wanted = MappingFunction & { project_id: string | null }

/** A function takes what it is given, and reads nothing. */
const noOthers = new Map()

/** What mappings that use a function rely on. */
const shapeOf = ({ parameters, gives }: MappingFunction) => JSON.stringify([parameters.map(({ type }) => type), gives])

async function refuseUsed(trx: Scoped, id: string) {
  const users = await usersOf(trx, id)
  if (users) throw new Conflict('FUNCTION_USED', inserted(texts.used({ users: '' }), 'users', users))
}

async function refuseUsedElsewhere(trx: Scoped, id: string) {
  const { elsewhere } = await usesOf(trx, id)
  const projects = elsewhere.map(({ project }) => project).join(', ')
  if (projects) throw invalidField('project_id', texts.elsewhere({ projects }))
}
