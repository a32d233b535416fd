import { sourceIn } from '@weft/engine/history/canonical.ts'
import { compareVersions, versionAt } from '@weft/engine/history/history.server.ts'
import { textWithIds } from '@weft/engine/history/references.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { readHead } from './rows.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({ reverted: { en: 'Revert to {commit}', de: 'Zurück zu {commit}' } })

/** The text of a workflow after a commit. */
export async function sourceAt(trx: Scoped, id: string, revision: string): Promise<string> {
  const version = await versionAt(trx, id, revision)
  if (!version) throw notFound()
  const { project_id } = await readHead(trx, id)
  return textWithIds(trx, sourceIn(version.text), { project_id, at: version.id })
}

/** The texts of a workflow at two revisions, with names for what they point to. */
export async function sourcesCompared(trx: Scoped, id: string, to: string, from?: string) {
  const { before, after, ...between } = await compareVersions(trx, id, to, from)
  return { ...between, before: sourceIn(before), after: sourceIn(after) }
}

/** What the commit says that saves the text of an earlier one. */
export const revertMessage = (revision: string, language: Language) =>
  say(texts.reverted({ commit: revision.slice(0, 7) }), language)
