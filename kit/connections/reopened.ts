import { Unavailable } from '../errors/errors.ts'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'

/** Something opened that is used until its line is lost: another try opens it anew. Throws where it cannot be opened the first time. */
export async function reopened<T extends { close(): Promise<void> }>(open: () => Promise<T>) {
  const opened: Promise<T>[] = []
  let current: Promise<T> | undefined
  const used = () => {
    if (!current) opened.push((current = open()))
    return current
  }
  await used()
  return {
    async use<R>(work: (one: T) => Promise<R>): Promise<R> {
      const own = used()
      try {
        return await work(await own)
      } catch (error) {
        if (error instanceof Unavailable && current === own) current = undefined
        throw error
      }
    },
    async close() {
      for (const one of opened) await (await one.catch(heardElsewhere))?.close()
    },
  }
}
