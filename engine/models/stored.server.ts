import { inScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Model } from '@weft/kit/define/model.ts'
import type { World } from '@weft/kit/define/world.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Storage } from '../storage/storage.ts'
import type { KnownFormats } from './formats.ts'
import { readByModel } from './read.server.ts'

const texts = defineMessages({
  missing: { en: 'The dynamic model this refers to does not exist any more.', de: 'Das dynamische Modell, auf das verwiesen wird, gibt es nicht mehr.' },
})

export async function storedModel(trx: Scoped, id: string): Promise<Model> {
  const found = await trx.selectFrom('dynamic_models').select(['type', 'options', 'fields', 'dynamic_fields', 'max_depth']).where('id', '=', id).executeTakeFirst()
  if (!found) throw new NotFound('MODEL_NOT_FOUND', texts.missing())
  return found as unknown as Model
}

/** Files of a tenant read by the models of a project, as elements see them. */
export const modelsOfWorld = ({ db, scope, formats, files }: { db: Database; scope: Scope; formats: KnownFormats; files: Pick<Storage, 'read'> }): World['models'] => ({
  async *read(model_id, file, cursor) {
    const model = await inScope(db, scope, (trx) => storedModel(trx, model_id))
    yield* readByModel(formats, model, await files.read(file), cursor)
  },
})
