import type { StorageCheck, StorageCheckStep } from '@weft/engine/storage/storage-check.server.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'

const steps = defineMessages({
  connect: { en: 'Connect and sign in', de: 'Verbinden und anmelden' },
  write: { en: 'Write a file', de: 'Datei schreiben' },
  read: { en: 'Read it back', de: 'Datei zurücklesen' },
  remove: { en: 'Remove it', de: 'Datei entfernen' },
})

/** What a test of a storage found, in the reader's language. */
export const toStorageResponse = ({ ok, steps: tried, host_key, fingerprint }: StorageCheck, language: Language) => ({
  ok,
  host_key,
  fingerprint,
  steps: tried.map(({ say: message, ...step }: StorageCheckStep) => ({
    ...step,
    title: say(steps[step.key](), language),
    message: message ? say(message, language) : null,
  })),
})
