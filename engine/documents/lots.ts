import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { WrittenDocument } from './written.server.ts'

const texts = defineMessages({
  elsewhere: {
    en: 'A document with this id belongs to another project.',
    de: 'Ein Dokument mit dieser Id gehört zu einem anderen Projekt.',
  },
})

const most = { documents: 1_000, characters: 16_000_000 }

/** So many at once as a store is given; of documents with the same id the last one counts. */
export function* inLots(documents: readonly WrittenDocument[]): Generator<WrittenDocument[]> {
  let lot: WrittenDocument[] = []
  let characters = 0
  for (const document of new Map(documents.map((one) => [one.id, one])).values()) {
    const length = JSON.stringify(document.document).length
    if (lot.length > 0 && (lot.length >= most.documents || characters + length > most.characters)) {
      yield lot
      lot = []
      characters = 0
    }
    lot.push(document)
    characters += length
  }
  if (lot.length > 0) yield lot
}

export const documentElsewhere = (cause?: unknown) => new Conflict('DOCUMENT_ELSEWHERE', texts.elsewhere(), { cause })
