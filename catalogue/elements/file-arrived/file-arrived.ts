import { batchRecords } from '@weft/kit/define/limits.ts'
import { defineElement, type Step } from '@weft/kit/define/element.ts'
import { filesOf } from '@weft/kit/define/files-of.ts'
import { every, everyLabel } from '@weft/kit/define/polling.ts'
import type { FileReference } from '@weft/kit/define/record.ts'
import { fileConnection, fileConnectionLabel, onlyWhen } from '@weft/kit/define/settings.ts'
import type { Files } from '@weft/kit/define/step-context.ts'
import { Conflict, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { arrived, stampOf, type Kept } from './arrived.ts'

const texts = defineMessages({
  stays: {
    en: '{path} stays where it is: at {to} there is another file already.',
    de: '{path} bleibt, wo es ist: Unter {to} liegt schon eine andere Datei.',
  },
})

const settings = z.strictObject({
  connection: fileConnection,
  path: z.string().trim().min(1).max(1_000).meta({ input: 'file' }),
  every,
  stable: z.int().min(0).max(86_400).default(10),
  afterwards: z.enum(['nothing', 'move', 'delete']).default('nothing'),
  to: onlyWhen('afterwards', ['move'], z.string().trim().max(1_000).default('done')),
})
type Settings = z.output<typeof settings>

export const fileArrived = defineElement({
  key: 'file_arrived',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconFileImport',
  settings,
  starts: 'poll',
  inputs: [],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'File arrived', de: 'Datei eingetroffen' },
    help: {
      en: 'Starts when files lie at a path that were not there before or have changed, and gives one record for each. A run that fails is given its files again.',
      de: 'Startet, wenn unter einem Pfad Dateien liegen, die vorher nicht da waren oder sich geändert haben, und gibt für jede einen Datensatz weiter. Ein gescheiterter Lauf bekommt seine Dateien noch einmal.',
    },
    fields: {
      connection: fileConnectionLabel,
      path: {
        label: { en: 'Path', de: 'Pfad' },
        help: {
          en: 'in/*.csv: * stands for any name, ** for any folders.',
          de: 'in/*.csv: * steht für einen beliebigen Namen, ** für beliebige Ordner.',
        },
      },
      every: everyLabel,
      stable: {
        label: { en: 'Seconds unchanged', de: 'Sekunden unverändert' },
        help: {
          en: 'A file is taken once it has not changed for so long, so that none is read while it is being written.',
          de: 'Eine Datei wird genommen, wenn sie sich so lange nicht geändert hat, damit keine gelesen wird, die noch geschrieben wird.',
        },
      },
      afterwards: {
        label: { en: 'Afterwards', de: 'Danach' },
        help: {
          en: 'Happens at the next look, once the run that took the file has ended well.',
          de: 'Geschieht beim nächsten Nachsehen, wenn der Lauf, der die Datei bekam, gut geendet hat.',
        },
        options: {
          nothing: { en: 'Leave it there', de: 'Liegen lassen' },
          move: { en: 'Move it', de: 'Verschieben' },
          delete: { en: 'Delete it', de: 'Löschen' },
        },
      },
      to: { en: 'Into the folder', de: 'In den Ordner' },
    },
    exits: { out: { en: 'Files', de: 'Dateien' } },
  },
  body: {
    async *read(step) {
      const { connection, path, stable } = step.settings
      const place = `${connection} ${path}`
      const kept = (await step.context.states.get('workflow', step.id)) as (Kept & { place: string }) | undefined
      const before = kept?.place === place ? kept : undefined
      const files = await filesOf(step.context, connection)
      try {
        const listed = await putAway(step, files, await files.list(path), before?.taken ?? {})
        const { taken, waiting } = arrived(listed, { before, stable, now: Date.now() })
        const seen = { ...before?.seen, ...stampsOf(taken) }
        await step.context.states.keepAtEnd(step.id, {
          place,
          // Of files that are gone nothing is remembered: one of the same name is a new one.
          seen: Object.fromEntries(listed.flatMap(({ path: at }) => (at in seen ? [[at, seen[at]]] : []))),
          taken: stampsOf(taken),
          waiting: stampsOf(waiting),
        })
        for (let i = 0; i < taken.length; i += batchRecords)
          yield { records: taken.slice(i, i + batchRecords).map((file) => ({ ...file, name: nameOf(file.path) })) }
      } finally {
        await files.close()
      }
    },
  },
})

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const stampsOf = (files: readonly FileReference[]) =>
  Object.fromEntries(files.map((file) => [file.path, stampOf(file)]))

/** Does with the files of the run before what is to be done with them, and answers those that are left. One that has changed since stays. */
async function putAway(
  { settings: { afterwards, to }, log }: Pick<Step<Settings>, 'settings' | 'log'>,
  files: Files,
  listed: FileReference[],
  taken: Record<string, string>,
): Promise<FileReference[]> {
  if (afterwards === 'nothing') return listed
  const left: FileReference[] = []
  for (const file of listed) {
    if (taken[file.path] !== stampOf(file)) left.push(file)
    else if (afterwards === 'delete') await files.remove(file.path).catch(unlessGone)
    else {
      const target = `${to}/${nameOf(file.path)}`
      await files.move(file.path, target).catch((error: unknown) => {
        if (!(error instanceof Conflict)) return unlessGone(error)
        log('warning', texts.stays({ path: file.path, to: target }))
        left.push(file)
      })
    }
  }
  return left
}

/** Somebody else has taken it away meanwhile. */
function unlessGone(error: unknown) {
  if (!(error instanceof NotFound)) throw error
}
