import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Structure } from './structure.ts'

const texts = defineMessages({
  emptyImport: {
    en: 'The import for {label} brought no records.',
    de: 'Der Import für {label} hat keine Datensätze geliefert.',
  },
})

/** Where a structure says that an import has to bring something. */
export const emptyImport = ({ label }: Structure) => new Invalid('EMPTY_IMPORT', texts.emptyImport({ label }))
