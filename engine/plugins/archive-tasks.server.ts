import { implement, type Implementation } from '../isolation/serve.server.ts'
import { unpackArchive } from './archive-tasks.ts'
import { unpackedFiles } from './archive.server.ts'

/** Unpacking what somebody brought, as an isolated task; whether it is trusted is decided by who has asked. */
export const archiveTasks: Implementation[] = [
  implement(unpackArchive, async (_, { open, keep }) => {
    const files = await unpackedFiles(Buffer.concat((await (await open()).toArray()) as Buffer[]))
    for (const content of files.values()) await keep(content)
    return { names: [...files.keys()] }
  }),
]
