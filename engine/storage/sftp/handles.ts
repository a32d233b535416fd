import type { Entries, OpenFile } from './file-system.ts'

type Handle = { file?: OpenFile; entries?: Entries }

export type Handles = ReturnType<typeof openHandles>

const mostHandles = 64

/** What a session has open, under the names its client knows it by. */
export function openHandles() {
  const handles = new Map<number, Handle>()
  let last = 0

  function find(name: Buffer): Handle {
    const handle = name.length === 4 ? handles.get(name.readUInt32BE()) : undefined
    if (!handle) throw new Error('Unknown handle')
    return handle
  }

  return {
    isFull: () => handles.size >= mostHandles,

    add(handle: Handle): Buffer {
      const name = Buffer.alloc(4)
      name.writeUInt32BE(++last)
      handles.set(last, handle)
      return name
    },

    file(name: Buffer): OpenFile {
      const { file } = find(name)
      if (!file) throw new Error('Not a file')
      return file
    },

    entries(name: Buffer): Entries {
      const { entries } = find(name)
      if (!entries) throw new Error('Not a folder')
      return entries
    },

    async close(name: Buffer) {
      const handle = find(name)
      handles.delete(name.readUInt32BE())
      await close(handle)
    },

    /** Closes what is still open, each on its own, when the line went away in the middle. */
    closeAll(failed: (error: unknown) => void) {
      for (const handle of handles.values()) void close(handle, true).catch(failed)
      handles.clear()
    },
  }
}

async function close({ file, entries }: Handle, broken = false) {
  await file?.close(broken)
  await entries?.close()
}
