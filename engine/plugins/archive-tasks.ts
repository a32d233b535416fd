import { defineTask } from '../isolation/task.ts'

/** The files of an archive, their names in the same order as their bytes. */
export const unpackArchive = defineTask<object, { names: string[] }>({
  name: 'unpack_archive',
  limits: { seconds: 20, memory_mb: 600, answer_mb: 12 },
  advice: { en: 'Pack the plugin again.', de: 'Packen Sie das Plugin neu.' },
})
