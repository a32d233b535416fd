import { workflowDraftContract } from '@weft/contracts/drafts.ts'
import { draftsOf, dropDraft, findDraft, type Draft } from '@weft/engine/history/drafts.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { discardDraft, draftBesideLive, saveWorkflowDraft, sourceOfDraft, toldDraft } from './drafts.ts'
import { checkText, judgeText } from '../workflows/read-text.ts'
import { toWorkflowProblems } from '../workflows/refuse.ts'
import { sourceAt } from '../workflows/revisions.ts'
import { readHead, readSource } from '../workflows/rows.ts'
import { saveWorkflow } from '../workflows/save.ts'

const texts = defineMessages({
  published: { en: 'Publish {label}', de: '{label} veröffentlichen' },
  changed: {
    en: 'This draft has been changed in the meantime. Please look at it again.',
    de: 'Dieser Entwurf wurde inzwischen geändert. Bitte sehen Sie ihn sich noch einmal an.',
  },
})

/** Drafts beside the live version of a workflow. */
export const workflowDraftRoutes =
  (context: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, workflowDraftContract)

    on('GET /workflows/:id/drafts', ({ scope, params, user }) =>
      inScope(db, scope, async (trx) => {
        const { version } = await readHead(trx, params.id)
        return { data: (await draftsOf(trx, params.id)).map((draft) => toldDraft(draft, version, user)) }
      }),
    )

    on('GET /workflows/:id/drafts/:draft_id', async (request, reply) => {
      const { scope, params } = request
      const draft = await inScope(db, scope, (trx) => findDraft(trx, params.id, params.draft_id))
      return { data: await whole(request, reply, params.id, draft) }
    })

    on('GET /workflows/:id/drafts/:draft_id/diff', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({ data: await draftBesideLive(trx, params.id, params.draft_id) })),
    )

    on('PUT /workflows/:id/draft', async (request, reply) => {
      const {
        scope,
        params: { id },
        body,
        user,
        language,
      } = request
      const draft = await inScope(db, scope, (trx) => saveWorkflowDraft(trx, { id, ...body, user, language }))
      return { data: await whole(request, reply, id, draft) }
    })

    on('DELETE /workflows/:id/drafts/:draft_id', async ({ scope, params, user }, reply) => {
      await inScope(db, scope, (trx) => discardDraft(trx, params.id, params.draft_id, user))
      return reply.code(204).send(null)
    })

    on('POST /workflows/:id/drafts/:draft_id/publish', async (request, reply) => {
      const { scope, params, body, user, language } = request
      const { id } = params
      const draft = await inScope(db, scope, (trx) => findDraft(trx, id, params.draft_id))
      if (draft.revision !== body.revision) throw changedMeanwhile()
      const text = await inScope(db, scope, (trx) => sourceOfDraft(trx, id, draft))
      const checked = await checkText(context, scope, text, isolated(request, reply))
      return inScope(db, scope, async (trx) => {
        const { label } = await readHead(trx, id)
        // The draft goes with what it becomes; one saved in the meantime is not lost with it.
        if ((await findDraft(trx, id, draft.id)).revision !== draft.revision) throw changedMeanwhile()
        const { problems } = await saveWorkflow(trx, {
          id,
          checked,
          version: body.version,
          published: true,
          name: body.name,
          message: body.message || say(texts.published({ label }), language),
          user,
          language,
        })
        await dropDraft(trx, draft.id)
        const { source, ...row } = await readSource(trx, id)
        return { data: { ...row, source, problems: toWorkflowProblems(problems, language) } }
      })
    })

    on('POST /workflows/:id/revisions/:rev/draft', async (request, reply) => {
      const {
        scope,
        params: { id, rev },
        body: { revision },
        user,
        language,
      } = request
      const draft = await inScope(db, scope, async (trx) => {
        const { version } = await readHead(trx, id)
        const source = await sourceAt(trx, id, rev)
        return saveWorkflowDraft(trx, { id, source, revision, base_version: version, user, language })
      })
      return { data: await whole(request, reply, id, draft) }
    })

    async function whole(request: FastifyRequest, reply: FastifyReply, id: string, draft: Draft) {
      const { scope, user, language } = request
      const { source, version } = await inScope(db, scope, async (trx) => ({
        source: await sourceOfDraft(trx, id, draft),
        version: (await readHead(trx, id)).version,
      }))
      const { problems } = await judgeText(context, scope, source, isolated(request, reply))
      return { ...toldDraft(draft, version, user), source, problems: toWorkflowProblems(problems, language) }
    }
  }

const changedMeanwhile = () => new Conflict('DRAFT_CONFLICT', texts.changed())
