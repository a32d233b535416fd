import { Invalid } from '@weft/kit/errors/errors.ts'
import { isStorable } from '@weft/kit/define/storable-json.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { DocumentChange, DocumentFilter, NewDocument, StoredDocument } from './document-store.ts'
import type { JsonObject } from './json.ts'
import { searchable } from './search-words.ts'

const texts = defineMessages({
  tooLarge: {
    en: 'This document is larger than {most} MB and cannot be kept as a whole.',
    de: 'Dieses Dokument ist größer als {most} MB und kann nicht als Ganzes aufbewahrt werden.',
  },
  unsuitable: {
    en: 'This document holds characters that cannot be stored, or its fields lie more than {levels} levels deep.',
    de: 'Dieses Dokument enthält Zeichen, die sich nicht speichern lassen, oder seine Felder liegen mehr als {levels} Ebenen tief.',
  },
})

/** As JSON. MongoDB takes 16 MB of its own form, in which lists of small numbers are longer. */
const largest = 12 * 1024 * 1024
/** MongoDB takes a hundred. */
const deepest = 80

export type WrittenDocument = StoredDocument & { text: string | null }

export const documentTooLarge = (cause?: unknown) =>
  new Invalid('DOCUMENT_TOO_LARGE', texts.tooLarge({ most: largest / 1024 / 1024 }), { cause })

/** A document as every kind of store takes it: plain JSON, no larger and no deeper than all of them bear. */
export function written(given: NewDocument, now = new Date()): WrittenDocument {
  const { id, project_id, job_id, workflow_id, created_at, expires_at, document, text } = given
  return {
    id: (id ?? crypto.randomUUID()).toLowerCase(),
    project_id: project_id?.toLowerCase() ?? null,
    job_id: job_id?.toLowerCase() ?? null,
    workflow_id: workflow_id?.toLowerCase() ?? null,
    created_at: created_at === undefined ? now.toISOString() : new Date(created_at).toISOString(),
    expires_at: expires_at == null ? null : new Date(expires_at).toISOString(),
    document: plain(document),
    text: text === undefined ? null : searchable(text),
  }
}

/** What a change says, in the same form. */
export const writtenChange = ({ set, expires_at, text }: DocumentChange) => ({
  ...(set && { set: plain(set) }),
  ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at).toISOString() }),
  ...(text !== undefined && { text: searchable(text) }),
})

function plain(document: object): JsonObject {
  const json = JSON.stringify(document)
  if (Buffer.byteLength(json) > largest) throw documentTooLarge()
  const read = JSON.parse(json) as JsonObject
  if (!isStorable(json) || isDeeper(read, deepest)) throw unsuitable()
  return read
}

/** Nothing is asked for that no document can hold. */
export function refuseUnstorable({ conditions = [] }: DocumentFilter) {
  if (!isStorable(JSON.stringify(conditions))) throw unsuitable()
}

const unsuitable = () => new Invalid('DOCUMENT_UNSUITABLE', texts.unsuitable({ levels: deepest }))

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))
