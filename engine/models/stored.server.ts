import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Model } from '@weft/kit/define/model.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  missing: {
    en: 'The dynamic model this refers to does not exist any more.',
    de: 'Das dynamische Modell, auf das verwiesen wird, gibt es nicht mehr.',
  },
})

export async function storedModel(trx: Scoped, id: string): Promise<Model> {
  const found = await trx
    .selectFrom('dynamic_models')
    .select(['type', 'options', 'fields', 'dynamic_fields', 'max_depth'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new NotFound('MODEL_NOT_FOUND', texts.missing())
  return found as unknown as Model
}
