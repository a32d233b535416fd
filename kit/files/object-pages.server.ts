import { createSemaphore } from '../semaphore/semaphore.ts'
import { unreadable } from './http-files.server.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'

const droppedAtOnce = 8

/** Everything that begins with a prefix, page by page. */
export async function* everyPage(
  store: Pick<ObjectStore, 'host' | 'page'>,
  query: { prefix: string; grouped: boolean },
): AsyncGenerator<{ objects: StoredObject[]; prefixes: string[] }> {
  let next: string | undefined
  do {
    const page = await store.page({ ...query, next })
    yield page
    // A store that leads back to the page it has just given would be asked for ever.
    if (page.next !== undefined && page.next === next) throw unreadable(store.host, new Error('a page leads to itself'))
    next = page.next
  } while (next !== undefined)
}

/** Removes objects, some at once. */
export async function removeAll(store: Pick<ObjectStore, 'drop'>, objects: Iterable<StoredObject>): Promise<void> {
  const limited = createSemaphore({ at_once: droppedAtOnce })
  // The longest first: stores that keep files as such have folders that have to be empty.
  const keys = [...objects].map(({ key }) => key).toSorted((a, b) => b.length - a.length)
  await Promise.all(keys.map((key) => limited(() => store.drop(key))))
}

/** Removes what begins with a prefix, but for the keys that `stays` names, in the memory of one page. */
export async function removeBelow(store: ObjectStore, prefix: string, stays: (key: string) => boolean = () => false) {
  for await (const { objects } of everyPage(store, { prefix, grouped: false }))
    await removeAll(
      store,
      objects.filter(({ key }) => !stays(key)),
    )
}
