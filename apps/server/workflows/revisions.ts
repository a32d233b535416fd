import type { History } from '@weft/engine/history/history.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { fileOf, saveWorkflow } from './save.ts'

const texts = defineMessages({ reverted: { en: 'Revert to {commit}', de: 'Zurück zu {commit}' } })

/** The text of a workflow after a commit. */
export async function sourceAt(trx: Scoped, history: History, id: string, revision: string): Promise<string> {
  const source = await history.read(trx, fileOf(id), revision)
  if (source === undefined) throw notFound()
  return source
}

/** Saves the text of an earlier commit as the newest one. */
export async function revertWorkflow(trx: Scoped, history: History, { id, revision, user, language }: { id: string; revision: string; user: Caller; language: Language }) {
  const source = await sourceAt(trx, history, id, revision)
  return saveWorkflow(trx, history, { id, source, message: say(texts.reverted({ commit: revision.slice(0, 7) }), language), user })
}
