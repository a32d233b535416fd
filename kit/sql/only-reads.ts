import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  refused: {
    en: 'Only statements that read are looked at: SELECT, WITH, VALUES, TABLE, SHOW or EXPLAIN.',
    de: 'Angesehen werden nur Anweisungen, die lesen: SELECT, WITH, VALUES, TABLE, SHOW oder EXPLAIN.',
  },
})

const reads =
  /^(?:\s|\(|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*(?![!M])[\s\S]*?\*\/)*(?:select|with|values|table|show|explain)\b/i
const intoFile = /\binto\s+(?:outfile|dumpfile)\b/i

/** A first look, before a transaction that only reads: of some statements it is ended by them, others write files of the server. */
export function refuseWriting(text: string) {
  if (!reads.test(text) || intoFile.test(text)) throw new Invalid('STATEMENT_NOT_READ', texts.refused())
}
