import { languageContract } from '@weft/contracts/languages.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { hasWords, languageDraft } from '@weft/catalogue/resources/language/language.ts'
import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { translationLanguages } from './translation.ts'

const texts = defineMessages({
  noWords: { en: 'The product has no words in this language.', de: 'In dieser Sprache spricht das Produkt nicht.' },
  oneNeeded: {
    en: 'The default language is one of the interface. Please make another one the default first.',
    de: 'Die Standardsprache ist eine der Oberfläche. Bitte machen Sie zuerst eine andere zum Standard.',
  },
  spoken: {
    en: 'A language the product has words in cannot be deleted; it can be switched off.',
    de: 'Eine Sprache, in der das Produkt spricht, kann nicht gelöscht, aber abgeschaltet werden.',
  },
})

const shown = ['id', 'label', 'short', 'iso_code', 'name'] as const
const kept = [...shown, 'interface', 'records', 'is_default', 'created_at', 'updated_at'] as const
type Changes = Partial<z.output<typeof languageDraft>>

/** The languages of the product, those of records, and keeping them. */
export const languageRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, languageContract)
    const all = <T>(data: T[]) => ({ data, meta: { page: 1, perPage: data.length, total: data.length, lastPage: 1 } })

    on('GET /languages', ({ query }) =>
      inScope(db, systemScope, async (trx) =>
        all(await trx.selectFrom('languages').select(shown).where(query.use, '=', true).orderBy('id').execute()),
      ),
    )

    on('GET /languages/translation', async ({ language }) => {
      const known = await inScope(db, systemScope, (trx) =>
        trx.selectFrom('languages').select('short').where('records', '=', true).execute(),
      )
      return { data: translationLanguages(language, new Set(known.map(({ short }) => short))) }
    })

    on('GET /languages/all', ({ scope }) =>
      inScope(db, scope, async (trx) =>
        all(
          await trx
            .selectFrom('languages')
            .select(kept)
            .orderBy('is_default', 'desc')
            .orderBy('interface', 'desc')
            .orderBy('name')
            .execute(),
        ),
      ),
    )

    on('POST /languages', async ({ scope, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        refuseWordless(body.short, body)
        if (body.is_default) await dropDefault(trx)
        return trx.insertInto('languages').values(body).returning(kept).executeTakeFirstOrThrow()
      })
      return reply.code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /languages/:id`, ({ scope, params, body }) =>
        inScope(db, scope, async (trx) => ({ data: await change(trx, params.id, body) })),
      )

    on('DELETE /languages/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        const { short } = await find(trx, params.id)
        if (hasWords(short)) throw new Conflict('LANGUAGE_SPOKEN', texts.spoken())
        await trx.deleteFrom('languages').where('id', '=', params.id).execute()
      })
      return reply.code(204).send(null)
    })
  }

async function find(trx: Scoped, id: number) {
  const found = await trx.selectFrom('languages').select(kept).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw notFound()
  return found
}

async function change(trx: Scoped, id: number, body: Changes) {
  const before = await find(trx, id)
  const after = { ...before, ...body }
  if (before.is_default && !(after.interface && after.is_default))
    throw invalidField(after.interface ? 'is_default' : 'interface', texts.oneNeeded())
  refuseWordless(after.short, after)
  if (hasWords(before.short) && after.short !== before.short) throw invalidField('short', texts.spoken())
  if (after.is_default && !before.is_default) await dropDefault(trx)
  if (Object.keys(body).length > 0) await trx.updateTable('languages').set(body).where('id', '=', id).execute()
  return find(trx, id)
}

function refuseWordless(short: string, { interface: spoken, is_default }: Pick<Changes, 'interface' | 'is_default'>) {
  if (spoken && !hasWords(short)) throw invalidField('interface', texts.noWords())
  if (is_default && !spoken) throw invalidField('is_default', texts.noWords())
}

const dropDefault = (trx: Scoped) =>
  trx.updateTable('languages').set({ is_default: false }).where('is_default', '=', true).execute()
