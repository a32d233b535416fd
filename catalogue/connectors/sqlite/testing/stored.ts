import { cp, mkdtemp, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Reach } from '@weft/kit/define/connector.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { localReach } from '@weft/kit/testing/reach.ts'

/** A way to the files of a folder, as a storage. */
export const storedIn = (root: string): Reach => ({
  ...localReach,
  async file(name) {
    const place = path.join(root, name)
    const found = await stat(place).catch(() => Promise.reject(notFound()))
    return {
      bytes: found.size,
      modified_at: found.mtime.toISOString(),
      async head(bytes) {
        const handle = await open(place)
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
        await handle.close()
        return buffer.subarray(0, bytesRead)
      },
      async copy() {
        const folder = await mkdtemp(path.join(root, 'copy-'))
        const copied = path.join(folder, 'copy')
        await cp(place, copied)
        return { folder, place: copied, release: () => rm(folder, { recursive: true, force: true }) }
      },
    }
  },
})
