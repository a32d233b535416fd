import { defineMessages, quotedTexts, type Message } from './messages.ts'

const texts = defineMessages({
  indent: {
    en: 'This line is indented differently from its neighbours.',
    de: 'Diese Zeile ist anders eingerückt als ihre Nachbarn.',
  },
  tab: {
    en: 'Indent with spaces; tabs are not allowed here.',
    de: 'Rücken Sie mit Leerzeichen ein; Tabulatoren sind hier nicht erlaubt.',
  },
  duplicate: { en: 'This key stands here twice.', de: 'Dieser Schlüssel steht hier doppelt.' },
  missing: {
    en: 'A character is missing here: a colon, a quotation mark or a closing bracket.',
    de: 'Hier fehlt ein Zeichen: ein Doppelpunkt, ein Anführungszeichen oder eine schließende Klammer.',
  },
  unexpected: { en: 'This is not expected here.', de: 'Das wird hier nicht erwartet.' },
  scalar: {
    en: 'A text that begins like this needs quotation marks.',
    de: 'Ein Text, der so beginnt, braucht Anführungszeichen.',
  },
  nested: {
    en: 'A key with a value cannot stand on this line.',
    de: 'Ein Schlüssel mit Wert kann nicht in dieser Zeile stehen.',
  },
  escape: { en: 'This escape sequence is not known.', de: 'Diese Escape-Sequenz ist nicht bekannt.' },
  alias: { en: 'Anchors and references do not fit here.', de: 'Anker und Verweise passen hier nicht.' },
  documents: { en: 'There may be only one document.', de: 'Es darf nur ein Dokument geben.' },
})

const byCode: Record<string, () => Message> = {
  BAD_INDENT: texts.indent,
  TAB_AS_INDENT: texts.tab,
  DUPLICATE_KEY: texts.duplicate,
  MISSING_CHAR: texts.missing,
  UNEXPECTED_TOKEN: texts.unexpected,
  BAD_SCALAR_START: texts.scalar,
  BLOCK_AS_IMPLICIT_KEY: texts.nested,
  MULTILINE_IMPLICIT_KEY: texts.nested,
  BLOCK_IN_FLOW: texts.nested,
  BAD_DQ_ESCAPE: texts.escape,
  BAD_ALIAS: texts.alias,
  ALIAS_PROPS: texts.alias,
  MULTIPLE_ANCHORS: texts.alias,
  MULTIPLE_DOCS: texts.documents,
}

/** What a reader of YAML found wrong, in the reader's language; rare faults keep the library's own words. */
export const yamlProblem = ({ code, message }: { code: string; message: string }): Message =>
  byCode[code]?.() ?? quotedTexts(message.split('\n')[0]!)
