import { draftContract } from '@weft/contracts/drafts.ts'
import { draftsOf, findDraft, type Draft } from '@weft/engine/history/drafts.server.ts'
import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { isolated } from '../../isolated.ts'
import { valuesIn, type Asked } from './draftable.ts'
import {
  admitDraft,
  contentAt,
  contentOf,
  discardDraft,
  draftBesideLive,
  publishDraft,
  saveContent,
  toldDraft,
  type Live,
} from './drafts.ts'
import { draftables } from './kinds.ts'

/** Drafts beside the live version of what is defined. */
export const draftRoutes =
  (context: Asked['context']): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, draftContract)

    on('GET /definitions/:id/drafts', ({ scope, params, user }) =>
      inScope(db, scope, async (trx) => {
        const { version } = await admitDraft(trx, params.id, user, 'view')
        const drafts = (await draftsOf(trx, params.id)).map((draft) => toldDraft(draft, version, user))
        return { data: { version, drafts } }
      }),
    )

    on('GET /definitions/:id/drafts/:draft_id', async (request, reply) => {
      const { scope, params, user } = request
      const found = await inScope(db, scope, async (trx) => ({
        live: await admitDraft(trx, params.id, user, 'view'),
        draft: await findDraft(trx, params.id, params.draft_id),
      }))
      return { data: await whole(askedBy(request, reply), found) }
    })

    on('GET /definitions/:id/drafts/:draft_id/diff', ({ scope, params, user }) =>
      inScope(db, scope, async (trx) => {
        const live = await admitDraft(trx, params.id, user, 'view')
        return { data: await draftBesideLive(trx, live, params.draft_id) }
      }),
    )

    on('PUT /definitions/:id/draft', async (request, reply) => {
      const { scope, params, body, user } = request
      const asked = askedBy(request, reply)
      const saved = await inScope(db, scope, async (trx) => {
        const live = await admitDraft(trx, params.id, user, 'update')
        return { live, draft: await saveContent(trx, live, body, asked) }
      })
      return { data: await whole(asked, saved) }
    })

    on('DELETE /definitions/:id/drafts/:draft_id', async ({ scope, params, user }, reply) => {
      await inScope(db, scope, async (trx) => {
        await admitDraft(trx, params.id, user, 'update')
        await discardDraft(trx, params.id, params.draft_id, user)
      })
      return reply.code(204).send(null)
    })

    on('POST /definitions/:id/drafts/:draft_id/publish', async (request, reply) => {
      const { params, body } = request
      return { data: { version: await publishDraft(askedBy(request, reply), params.id, params.draft_id, body) } }
    })

    on('POST /definitions/:id/versions/:rev/draft', async (request, reply) => {
      const { scope, params, body, user } = request
      const asked = askedBy(request, reply)
      const saved = await inScope(db, scope, async (trx) => {
        const live = await admitDraft(trx, params.id, user, 'update')
        const content = await contentAt(trx, live, params.rev)
        const draft = await saveContent(trx, live, { content, ...body, base_version: live.version }, asked)
        return { live, draft }
      })
      return { data: await whole(asked, saved) }
    })

    const askedBy = (request: FastifyRequest & { scope: ProjectScope }, reply: FastifyReply): Asked => {
      const { scope, user, language } = request
      return { context, scope, user, language, given: isolated(request, reply) }
    }

    async function whole(asked: Asked, { live, draft }: { live: Live; draft: Draft }) {
      const content = await inScope(db, asked.scope, (trx) => contentOf(trx, live, draft))
      const problems = await draftables[live.kind].problems(asked, live.id, valuesIn(content))
      return { ...toldDraft(draft, live.version, asked.user), content, problems }
    }
  }
