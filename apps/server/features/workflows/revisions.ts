import type { GitHistory } from '@weft/engine/history/history.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { fileOf } from './save.ts'

const texts = defineMessages({ reverted: { en: 'Revert to {commit}', de: 'Zurück zu {commit}' } })

/** The text of a workflow after a commit. */
export async function sourceAt(trx: Scoped, history: GitHistory, id: string, revision: string): Promise<string> {
  const source = await history.read(trx, fileOf(id), revision)
  if (source === undefined) throw notFound()
  return source
}

/** What the commit says that saves the text of an earlier one. */
export const revertMessage = (revision: string, language: Language) =>
  say(texts.reverted({ commit: revision.slice(0, 7) }), language)
